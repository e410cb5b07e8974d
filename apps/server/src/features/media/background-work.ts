import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { findDiskFault } from './disk-fault.ts'

const running = new Set<Promise<void>>()

/**
 * Runs `work` in a temporary folder and returns the value that `work` passes to `respond`; `work` then continues. A
 * failure before that call rejects the returned promise. A later failure is only logged, because a job repeats the
 * work.
 */
export function respondThenContinue<T>(
  ctx: Pick<Context, 'storage' | 'log'>,
  work: (folder: string, respond: (value: T) => void) => Promise<void>,
): Promise<T> {
  const response = Promise.withResolvers<T>()
  let hasResponded = false
  const promise = ctx.storage
    .withFolder((folder) =>
      work(folder, (value) => {
        hasResponded = true
        response.resolve(value)
      }),
    )
    .catch((error: unknown) => {
      if (hasResponded) ctx.log.error('photo', error)
      else response.reject(toStorageProblem(ctx, error))
    })
  running.add(promise)
  void promise.finally(() => running.delete(promise))
  return response.promise
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
