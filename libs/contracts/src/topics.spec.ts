import { allTopics, carrierOf, namesOf, topics } from './topics';

describe('topics of pages', () => {
  it('has one ephemeral sibling per topic of pages, which carries the marked messages', () => {
    const carriers = [
      topics.renderInteractive,
      topics.renderBulk,
      topics.documentsInteractive,
      topics.documentsBulk,
      topics.pageOutcomes,
    ];
    for (const topic of carriers) {
      expect(carrierOf(topic, { type: 'Any' })).toBe(topic);
      expect(carrierOf(topic, { type: 'Any', zeroDataRetention: false })).toBe(topic);
      const ephemeral = carrierOf(topic, { type: 'Any', zeroDataRetention: true });
      expect(ephemeral).toMatchObject({ name: `${topic.name}.ephemeral`, isEphemeral: true, retentionMs: 600_000 });
      expect(namesOf(topic)).toEqual([topic.name, ephemeral.name]);
    }
  });

  it('has siblings of topics of pages only, and unique topic names', () => {
    expect(namesOf(topics.jobCommands)).toEqual(['job.commands']);
    expect(carrierOf(topics.jobCommands, { type: 'Any', zeroDataRetention: true })).toBe(topics.jobCommands);
    expect(new Set(allTopics.map(({ name }) => name)).size).toBe(Object.keys(topics).length + 5);
  });
});
