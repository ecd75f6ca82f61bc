/** A person who presses Ctrl-C waits that long at most, wherever the work can be cut. */
const TURN_MS = 50;

let last = 0;

/** Lets the event loop turn if it has not for a while: signals and progress are heard only then. */
export async function turn(everyMs = TURN_MS): Promise<void> {
  const now = performance.now();
  if (now - last < everyMs) return;
  await new Promise((resolve) => setImmediate(resolve));
  last = performance.now();
}

/** Runs work that comes in steps to its end. */
export async function inTurns<T>(steps: Generator<unknown, T>, everyMs = TURN_MS): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await turn(everyMs);
  }
}
