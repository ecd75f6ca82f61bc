import type { Writable } from 'node:stream';

/** The process as commands see it: tests hand in their own. */
export interface Io {
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly argv: readonly string[];
  /** Milliseconds; for `run.json`, progress and the terminal only: no result depends on it. */
  now(): number;
  /** The signal that asked the run to end, if one came. */
  interrupted(): 'SIGINT' | 'SIGTERM' | undefined;
}

export function processIo(argv: readonly string[]): Io {
  return {
    // Each of these streams is made when it is first asked for, which a light command should not pay for.
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: process.cwd(),
    argv,
    now: Date.now,
    interrupted: watchSignals(),
  };
}

/** The first signal asks for an end between two cases; a second one ends at once, leaving nothing in temporary folders. */
function watchSignals(): () => 'SIGINT' | 'SIGTERM' | undefined {
  let came: 'SIGINT' | 'SIGTERM' | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (came !== undefined) process.exit(signal === 'SIGINT' ? 130 : 143);
      came = signal;
      process.stderr.write(`aftertaint: ${signal}: ends after the session at hand; once more ends at once\n`);
    });
  }
  return () => came;
}

/** Writes with back-pressure. A reader that went away (`| head`) is not an error: `closed` then says that nobody listens. */
export class Output {
  closed = false;
  private failure: Error | undefined;

  private readonly open: () => Writable;
  private opened: Writable | undefined;

  constructor(open: () => Writable) {
    this.open = open;
  }

  private get stream(): Writable {
    if (this.opened !== undefined) return this.opened;
    this.opened = this.open();
    this.opened.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') this.closed = true;
      else this.failure = error;
    });
    return this.opened;
  }

  async write(text: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.closed || text === '') return;
    if (!this.stream.write(text)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          this.stream.off('drain', done);
          this.stream.off('error', done);
          this.stream.off('close', done);
          resolve();
        };
        this.stream.on('drain', done);
        this.stream.on('error', done);
        this.stream.on('close', done);
      });
    }
    if (this.failure !== undefined) throw this.failure;
  }
}
