import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { findDiskFault } from './disk-fault.ts'

const running = new Set<Promise<void>>()

/**
 * Runs `work` in a temporary folder and returns the value that `work` passes to `answer`; `work` then continues. A
 * failure before that call rejects the returned promise. A later failure is only logged, because a job repeats the
 * work.
 */
export function respondThenContinue<T>(
  ctx: Pick<Context, 'storage' | 'log'>,
  work: (folder: string, answer: (value: T) => void) => Promise<void>,
): Promise<T> {
  const answer = Promise.withResolvers<T>()
  let answered = false
  const promise = ctx.storage
    .withFolder((folder) =>
      work(folder, (value) => {
        answered = true
        answer.resolve(value)
      }),
    )
    .catch((error: unknown) => {
      if (answered) ctx.log.error('photo', error)
      else answer.reject(toStorageProblem(ctx, error))
    })
  running.add(promise)
  void promise.finally(() => running.delete(promise))
  return answer.promise
}

export async function waitForBackgroundWork(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}

/** Logs a full or read-only disk and returns the Problem for the client; returns other errors unchanged. */
export function toStorageProblem({ log }: Pick<Context, 'log'>, error: unknown): unknown {
  const fault = findDiskFault(error)
  if (!fault) return error
  log.error('storage', error)
  if (fault === 'ENOSPC' || fault === 'EDQUOT')
    return new Problem('storage-full', 'There is no room for photos left on this server.')
  return new Problem('unavailable', 'No photo can be kept at the moment.', { retryAfterSeconds: 60 })
}
