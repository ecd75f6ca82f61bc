import { Complaint, EXIT, type ExitReason, exitCodeOf } from './exit.ts';
import { Output, processIo } from './io.ts';

/** Known trouble is a line and a hint; unknown trouble is a bug and shows its stack. Nothing here knows any command. */
export async function main(argv: readonly string[]): Promise<void> {
  const io = processIo(argv);
  const out = new Output(() => io.stdout);
  const err = new Output(() => io.stderr);
  let reasons: readonly ExitReason[];
  try {
    if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
      const { VERSION } = await import('../result/version.ts');
      await out.write(`${VERSION}\n`);
      return;
    }
    const { runProgram, Told } = await import('./program.ts');
    try {
      reasons = await runProgram(io, out, err);
    } catch (error) {
      if (!(error instanceof Told)) throw error;
      reasons = error.reasons;
    }
  } catch (error) {
    reasons = await tell(error, err);
  }
  process.exitCode = exitCodeOf(reasons);
}

async function tell(error: unknown, err: Output): Promise<readonly ExitReason[]> {
  const { visible } = await import('../base/clean.ts');
  if (error instanceof Complaint) {
    await err.write(`aftertaint: ${visible(error.message)}\n`);
    if (error.hint !== undefined) await err.write(`help: ${visible(error.hint)}\n`);
    return [{ code: error.code, reason: error.message }];
  }
  const { code, path: place } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EIO' || code === 'EDQUOT' || code === 'EFBIG') {
    await err.write(
      `aftertaint: ${place === undefined ? 'output' : visible(place)} could not be written (${code})\nhelp: free some space, or write elsewhere with -o, --state or --tmp; nothing that was there before is lost\n`,
    );
    return [{ code: EXIT.internal, reason: 'output' }];
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await err.write(`aftertaint: this is a bug, please report it with the command line\n${visible(stack, '\n')}\n`);
  return [{ code: EXIT.internal, reason: 'bug' }];
}
