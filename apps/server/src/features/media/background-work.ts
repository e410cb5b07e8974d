import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { diskFault } from './disk-fault.ts'

const running = new Set<Promise<void>>()

/**
 * Runs `work` in a folder of its own, which is gone when it ends. It gives its answer early, by `answer`, and goes on;
 * a failure before that is the caller's, one after it is logged: a job takes the work up again.
 */
export function inBackground<T>(
  ctx: Pick<Context, 'storage' | 'log'>,
  work: (folder: string, answer: (value: T) => void) => Promise<void>,
): Promise<T> {
  const answer = Promise.withResolvers<T>()
  let answered = false
  const whole = ctx.storage
    .withFolder((folder) =>
      work(folder, (value) => {
        answered = true
        answer.resolve(value)
      }),
    )
    .catch((error: unknown) => {
      if (answered) ctx.log.error('photo', error)
      else answer.reject(asStorageProblem(ctx, error))
    })
  running.add(whole)
  void whole.finally(() => running.delete(whole))
  return answer.promise
}

/** Resolves when no photo is being worked on any more: for an orderly end. */
export async function backgroundWorkDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}

/** A disk that is full or cannot be written is the operator's trouble, and told as such; other errors are passed on. */
export function asStorageProblem({ log }: Pick<Context, 'log'>, error: unknown): unknown {
  const fault = diskFault(error)
  if (!fault) return error
  log.error('storage', error)
  if (fault === 'ENOSPC' || fault === 'EDQUOT')
    return new Problem('storage-full', 'There is no room for photos left on this server.')
  return new Problem('unavailable', 'No photo can be kept at the moment.', { retryAfterSeconds: 60 })
}
