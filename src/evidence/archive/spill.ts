import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * A private folder (mode 0700) for bytes that must be read more than once and are no plain files: members of archives, stdin.
 * Files in it are numbered: no name from an archive ever becomes a path. Gone when closed, or when the process exits.
 */
export class SpillFolder {
  readonly path: string;
  #count = 0;
  #closed = false;
  readonly #onExit = () => this.close();

  /** Throws the system's error if the folder cannot be made. */
  constructor(parent: string = tmpdir()) {
    this.path = mkdtempSync(join(resolve(parent), 'aftertaint-'));
    process.once('exit', this.#onExit);
  }

  create(): SpillFile {
    this.#count += 1;
    return new SpillFile(join(this.path, String(this.#count)));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    process.off('exit', this.#onExit);
    rmSync(this.path, { recursive: true, force: true });
  }
}

export class SpillFile {
  readonly path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  write(bytes: Uint8Array): void {
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
  }

  /** Keeps the file. */
  done(): string {
    closeSync(this.#descriptor);
    return this.path;
  }

  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.path, { force: true });
  }
}
