import { AsyncLocalStorage } from 'node:async_hooks'

// Request id of the running job or event. A request itself has its id in `Context`.
const current = new AsyncLocalStorage<string>()

/** Returns the id of the request that enqueued the running job or event; undefined elsewhere. */
export const causingRequestId = (): string | undefined => current.getStore()

/** Runs work of a job or event. Its log lines contain the id of the request that enqueued the job or event. */
export const runForRequest = <T>(requestId: string | undefined, work: () => Promise<T>): Promise<T> =>
  requestId === undefined ? work() : current.run(requestId, work)

type Caused = { requestId?: string }

export const withRequestId = (data: object, requestId = causingRequestId()): object =>
  requestId === undefined ? data : ({ ...data, requestId } satisfies Caused)

export function takeRequestId(stored: unknown): { requestId: string | undefined; data: object } {
  // Scheduled jobs have no data.
  const { requestId, ...data } = (stored ?? {}) as Caused
  return { requestId, data }
}
