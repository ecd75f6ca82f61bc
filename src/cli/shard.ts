import type { Shard } from '../analysis/shard.ts';
import { Complaint } from './exit.ts';
import type { Io } from './io.ts';

/** `i/n`, or `auto` (`auto/n`): as the scheduler of an array job says. */
export function shardOf(text: string, env: Io['env']): Shard {
  const auto = /^auto(?:\/(\d+))?$/.exec(text);
  const shard = auto === null ? explicit(text) : fromScheduler(env, auto[1]);
  if (shard === undefined || shard.index < 1 || shard.index > shard.of) {
    throw new Complaint(`--shard: '${text}' names no part`, {
      hint: 'write i/n with 1 <= i <= n, or auto inside an array job',
    });
  }
  return shard;
}

function explicit(text: string): Shard | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  return match === null ? undefined : { index: Number(match[1]), of: Number(match[2]) };
}

/** Slurm arrays (first index as given), AWS Batch arrays and Kubernetes Indexed Jobs (both from 0). Kubernetes tells no size: `auto/n`. */
function fromScheduler(env: Io['env'], size: string | undefined): Shard | undefined {
  const number = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : Number(env[name]));
  const slurm = number('SLURM_ARRAY_TASK_ID');
  if (slurm !== undefined) {
    const of = size === undefined ? number('SLURM_ARRAY_TASK_COUNT') : Number(size);
    return of === undefined ? undefined : { index: slurm - (number('SLURM_ARRAY_TASK_MIN') ?? 0) + 1, of };
  }
  const batch = number('AWS_BATCH_JOB_ARRAY_INDEX');
  if (batch !== undefined) {
    const of = size === undefined ? number('AWS_BATCH_JOB_ARRAY_SIZE') : Number(size);
    return of === undefined ? undefined : { index: batch + 1, of };
  }
  const completion = number('JOB_COMPLETION_INDEX');
  if (completion !== undefined) {
    const of = size === undefined ? number('JOB_COMPLETIONS') : Number(size);
    return of === undefined ? undefined : { index: completion + 1, of };
  }
  return undefined;
}
