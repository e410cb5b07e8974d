import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

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
      else answer.reject(orFull(error))
    })
  running.add(whole)
  void whole.finally(() => running.delete(whole))
  return answer.promise
}

/** Resolves when no photo is being worked on any more: for an orderly end. */
export async function backgroundWorkDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}

/** A full disk is the operator's trouble, and told as such; any other error is passed on. */
export function orFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return isFull ? new Problem('storage-full', 'There is no room for photos left on this server.') : error
}
