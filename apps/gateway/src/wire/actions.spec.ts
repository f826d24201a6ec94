import { everywhere, judgeRequest, optionPlaces } from '../../test/wire-places';

const wait = (milliseconds: number) => ({ type: 'wait', milliseconds });

const accepted = everywhere(optionPlaces, undefined);
const rejected = (text: string) => everywhere(optionPlaces, expect.stringContaining(text));

describe('actions in every request', () => {
  it.each<object>([
    wait(1),
    { type: 'wait', selector: '#late' },
    { type: 'click', selector: '#a' },
    { type: 'click', selector: '#a', all: true },
    { type: 'write', text: '' },
    { type: 'press', key: 'Enter' },
    { type: 'scroll' },
    { type: 'scroll', direction: 'up', selector: '#box' },
    { type: 'screenshot' },
    { type: 'screenshot', fullPage: true, quality: 100 },
    { type: 'scrape' },
    { type: 'executeJavascript', script: 'return 1' },
    { type: 'pdf' },
    { type: 'pdf', landscape: true, scale: 0.5, format: 'A0' },
    { type: 'scrape', unknown: 'is ignored' },
  ])('accepts the actions %j', (action) => {
    expect(judgeRequest(optionPlaces, { actions: [action] })).toEqual(accepted);
  });

  it.each<object[][]>([
    [[]],
    [Array(50).fill({ type: 'scrape' })],
    [[wait(60_000)]],
    [[...Array(50).fill({ type: 'wait', selector: 'a' })]],
  ])('accepts a list of actions of the maximum size (case %#)', (actions) => {
    expect(judgeRequest(optionPlaces, { actions })).toEqual(accepted);
  });

  it.each<[object, string]>([
    [{}, 'actions.0.type is required'],
    [{ type: 'hover', selector: 'a' }, 'actions.0.type: '],
    [{ type: 'wait' }, "actions.0: Either 'milliseconds' or 'selector' must be provided, but not both."],
    [{ type: 'wait', milliseconds: 1, selector: 'a' }, "actions.0: Either 'milliseconds' or 'selector'"],
    [wait(0), 'actions.0.milliseconds: Must '],
    [wait(-1), 'actions.0.milliseconds: Must '],
    [wait(1.5), 'actions.0.milliseconds: Must be '],
    [{ type: 'wait', milliseconds: '1' }, 'actions.0.milliseconds: Must be '],
    [{ type: 'wait', selector: '' }, 'actions.0.selector: Must '],
    [{ type: 'click' }, 'actions.0.selector is required'],
    [{ type: 'click', selector: 1 }, 'actions.0.selector: Must be '],
    [{ type: 'click', selector: 'a', all: 'yes' }, 'actions.0.all: Must be '],
    [{ type: 'write' }, 'actions.0.text is required'],
    [{ type: 'write', text: 1 }, 'actions.0.text: Must be '],
    [{ type: 'press' }, 'actions.0.key is required'],
    [{ type: 'press', key: '' }, 'actions.0.key: Must '],
    [{ type: 'scroll', direction: 'left' }, 'actions.0.direction: Must be '],
    [{ type: 'scroll', selector: 1 }, 'actions.0.selector: Must be '],
    [{ type: 'screenshot', quality: 0 }, 'actions.0.quality: Must '],
    [{ type: 'screenshot', quality: 101 }, 'actions.0.quality: Must '],
    [{ type: 'screenshot', fullPage: 1 }, 'actions.0.fullPage: Must be '],
    [{ type: 'executeJavascript' }, 'actions.0.script is required'],
    [{ type: 'pdf', format: 'A7' }, 'actions.0.format: Must be '],
    [{ type: 'pdf', scale: '1' }, 'actions.0.scale: Must be '],
    [{ type: 'pdf', landscape: 'yes' }, 'actions.0.landscape: Must be '],
  ])('rejects the actions %j with "%s"', (action, text) => {
    expect(judgeRequest(optionPlaces, { actions: [action] })).toEqual(rejected(text));
  });

  it.each<[string, object, string]>([
    ['51 actions', { actions: Array(51).fill({ type: 'scrape' }) }, 'actions: Number of actions cannot exceed 50'],
    ['no list', { actions: { type: 'scrape' } }, 'actions: Must be '],
    ['null', { actions: null }, 'actions: Must be '],
    [
      'waits over the limit',
      { actions: [wait(30_000), wait(30_001)] },
      'Total wait time (waitFor + wait actions) cannot',
    ],
    [
      'a wait and waitFor over the limit',
      { actions: [wait(59_000)], waitFor: 1001 },
      'Total wait time (waitFor + wait actions) cannot',
    ],
    [
      'selectors, counted as 1 s each, over the limit',
      { actions: [...Array(49).fill({ type: 'wait', selector: 'a' }), wait(11_001)] },
      'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
    ],
  ])('rejects %s in actions', (_, fields, text) => {
    expect(judgeRequest(optionPlaces, fields)).toEqual(rejected(text));
  });

  it('accepts the viewport of a screenshot action only in v2', () => {
    const bad = { actions: [{ type: 'screenshot', viewport: { width: 0, height: 1 } }] };
    for (const [place, text] of Object.entries(judgeRequest(optionPlaces, bad))) {
      if (place.startsWith('v1')) expect(text).toBeUndefined();
      else expect(text).toContain('actions.0.viewport.width: Must ');
    }
  });
});
