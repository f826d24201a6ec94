import { randomBytes } from 'node:crypto';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { insertDocuments, newJobId } from '@orbweaver/persistence';
import { startTestDatabase } from '@orbweaver/testing';
import { type RunningOurs, startOurs } from '../contenders/ours';
import { readCpu } from '../cpu-parts';
import { median } from '../statistics';
import type { Check, CheckContext, Finding } from './check';

const ROUNDS = 7;
const BATCH = 20;
const BATCHES = 60;
/** Until V8 has compiled the code. */
const WARM_UP_BATCHES = 20;
const CONTENT_BYTES = 20_000;
const METADATA = { title: 'Page', description: 'Words of a page. '.repeat(40), sourceURL: 'http://site.test/' };
const STORED_AT_MOST = 0.6;
const RATE_AT_LEAST = 0.95;
const CPU_AT_MOST = 1.05;

/** Cost of ENCRYPTION_KEYS: of a document over its insertion, and of crawls in turn with and without keys. */
export const encryption: Check = {
  name: 'encryption',
  run: async (context) => [await measureDocument(context), ...(await measureCrawls(context))],
};

async function measureDocument({ say }: CheckContext): Promise<Finding> {
  say('encrypting documents');
  const cipher = new ContentCipher([new ContentKey(randomBytes(32))]);
  const { database, close } = await startTestDatabase();
  const microseconds: Record<'insert' | 'encrypt' | 'decrypt', number[]> = { insert: [], encrypt: [], decrypt: [] };
  const time = async <T>(what: keyof typeof microseconds, work: () => T | Promise<T>): Promise<T> => {
    const fromMs = performance.now();
    const result = await work();
    microseconds[what].push((1000 * (performance.now() - fromMs)) / BATCH);
    return result;
  };
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      const jobId = newJobId();
      const pages = Array.from({ length: BATCH }, () => ({ pageId: newJobId(), content: randomBytes(CONTENT_BYTES) }));
      const encrypted = await time('encrypt', () =>
        pages.map(({ pageId, content }) => ({
          pageId,
          jobId,
          metadata: cipher.encryptJson({ column: 'documents.metadata', row: pageId }, METADATA),
          content: cipher.encrypt({ column: 'documents.content', row: pageId }, content),
          objectHash: null,
          jsonBytes: 4 * CONTENT_BYTES,
        })),
      );
      await time('insert', () => database.$transaction((transaction) => insertDocuments(transaction, encrypted)));
      await time('decrypt', () => {
        for (const { pageId, content, metadata } of encrypted) {
          cipher.decrypt({ column: 'documents.content', row: pageId }, content);
          cipher.decryptJson({ column: 'documents.metadata', row: pageId }, JSON.stringify(metadata));
        }
      });
    }
  } finally {
    await close();
  }
  const middle = (values: readonly number[]) => median(values.slice(WARM_UP_BATCHES));
  const encrypt = middle(microseconds.encrypt);
  const decrypt = middle(microseconds.decrypt);
  const insert = middle(microseconds.insert);
  return {
    what: `encrypting and decrypting a document of ${CONTENT_BYTES / 1000} KB over inserting its row`,
    figure: (encrypt + decrypt) / insert,
    unit: '×',
    goal: { atMost: STORED_AT_MOST },
    note: `${encrypt.toFixed(0)} and ${decrypt.toFixed(0)} µs; insertion in batches of ${BATCH}: ${insert.toFixed(0)} µs`,
  };
}

async function measureCrawls({ site, sizes, say }: CheckContext): Promise<Finding[]> {
  const pages = sizes.pagesPerRound;
  const services = [await startOurs(), await startOurs({ ENCRYPTION_KEYS: randomBytes(32).toString('base64') })];
  try {
    const crawl = async (service: RunningOurs, name: string) => {
      const [fromMs, from] = [performance.now(), readCpu(service.roots).totalMs];
      await service.crawl(site.start(name, pages), pages);
      return { ms: performance.now() - fromMs, cpuMs: readCpu(service.roots).totalMs - from };
    };
    const ratios: { rate: number; cpu: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      say(`crawls ${round} of ${ROUNDS}`);
      // The other service is first in every second round.
      const inOrder = round % 2 === 0 ? [0, 1] : [1, 0];
      const measured: { ms: number; cpuMs: number }[] = [];
      for (const index of inOrder) measured[index] = await crawl(services[index]!, `encryption-${round}-${index}`);
      const [plain, encrypted] = measured as [{ ms: number; cpuMs: number }, { ms: number; cpuMs: number }];
      // The first round warms up.
      if (round > 0) ratios.push({ rate: plain.ms / encrypted.ms, cpu: encrypted.cpuMs / plain.cpuMs });
    }
    return [
      {
        what: 'pages per second of a crawl with ENCRYPTION_KEYS over one without',
        figure: median(ratios.map(({ rate }) => rate)),
        unit: '×',
        goal: { atLeast: RATE_AT_LEAST },
      },
      {
        what: 'CPU of a page with ENCRYPTION_KEYS over one without',
        figure: median(ratios.map(({ cpu }) => cpu)),
        unit: '×',
        goal: { atMost: CPU_AT_MOST },
      },
    ];
  } finally {
    for (const service of services) await service.stop();
  }
}
