import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import type { BrowserCandidate } from './browser-candidates';

/** Libraries (nss, nspr, expat), software GL, and a font. */
const ARCHIVES = ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br'];

/**
 * Unpacks Chromium from the npm package @sparticuz/chromium into `cacheDir`, once. The package's own code is for
 * serverless hosts (one process, web security off). Undefined if it is not installed, or not on Linux x64.
 */
export async function unpackShippedBrowser(cacheDir: string): Promise<BrowserCandidate | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const shipped = await locate();
  if (shipped === undefined) return undefined;
  const home = join(cacheDir, `chromium-${shipped.version}`);
  if (!existsSync(home)) await unpack(shipped.bin, home, cacheDir);
  // Without a font, pages have no text.
  const env: Record<string, string> = { LD_LIBRARY_PATH: join(home, 'lib') };
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(home, 'fonts.conf');
  return { source: 'npm-package', executablePath: join(home, 'chromium'), headless: 'shell', env };
}

async function locate(): Promise<{ bin: string; version: string } | undefined> {
  let folder: string;
  try {
    folder = dirname(require.resolve('@sparticuz/chromium'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { bin: join(folder, 'bin'), version };
}

/** Unpacks into a temporary folder first, so that `home` is complete whenever it exists. */
async function unpack(bin: string, home: string, cacheDir: string): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(`${home}.`);
  try {
    const binary = createWriteStream(join(folder, 'chromium'), { mode: 0o755 });
    await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress(), binary);
    for (const archive of ARCHIVES) {
      const tar = join(folder, 'archive.tar');
      await pipeline(createReadStream(join(bin, archive)), createBrotliDecompress(), createWriteStream(tar));
      await promisify(execFile)('tar', ['-C', folder, '--no-same-owner', '-xf', tar]);
      await rm(tar);
    }
    await writeFile(join(folder, 'fonts.conf'), fontsConfig(join(home, 'fonts')));
    // The browser may run as another user.
    await chmod(folder, 0o755);
    await rename(folder, home);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>
`;
}
