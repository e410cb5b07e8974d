import { AsyncLocalStorage } from 'node:async_hooks'

// Set only in jobs and events: requests carry their id in the context, at no cost.
const current = new AsyncLocalStorage<string>()

/** Id of the request that enqueued the running job or event; undefined elsewhere. */
export const causingRequestId = (): string | undefined => current.getStore()

/** Runs work with the id of an earlier request in its log lines. */
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
