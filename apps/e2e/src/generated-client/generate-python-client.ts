import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The client that openapi-python-client generates from a document, in a separate folder. */
export class PythonClient {
  private constructor(
    private readonly directory: string,
    private readonly python: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @throws with the generator's warnings */
  static async generate(document: object): Promise<PythonClient> {
    const { ORBWEAVER_PYTHON: python, ORBWEAVER_PYTHON_PACKAGES: packages } = process.env;
    if (python === undefined || packages === undefined)
      throw new Error('ORBWEAVER_PYTHON and ORBWEAVER_PYTHON_PACKAGES are not set: run npm test -- all e2e-standalone');
    const directory = mkdtempSync(path.join(tmpdir(), 'orbweaver-python-client-'));
    const output = path.join(directory, 'client');
    mkdirSync(output);
    const PATH = `${path.join(packages, 'bin')}${path.delimiter}${process.env.PATH}`;
    const client = new PythonClient(directory, python, {
      ...process.env,
      PATH,
      PYTHONPATH: `${packages}${path.delimiter}${output}`,
      PYTHONDONTWRITEBYTECODE: '1',
    });
    const file = path.join(directory, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const asked = ['generate', '--path', file, '--output-path', output, '--overwrite', '--fail-on-warning'];
    await client.run(['-m', 'openapi_python_client', ...asked]);
    return client;
  }

  /** Modules with one schema each. */
  get models(): string[] {
    return readdirSync(path.join(this.directory, 'client/orbweaver_client/models')).map(
      (file) => path.parse(file).name,
    );
  }

  /** @returns the program's output */
  async run(args: string[]): Promise<string> {
    try {
      return (await run(this.python, args, { env: this.env })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args.join(' ')}:\n${stdout}\n${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
