import { AsyncLocalStorage } from 'node:async_hooks'

// Set only in jobs and events: requests carry their id in the context, at no cost.
const current = new AsyncLocalStorage<string>()

/** Returns the id of the request that enqueued the running job or event; undefined elsewhere. */
export const causingRequest = (): string | undefined => current.getStore()

/** Runs work on behalf of an earlier request, so that its log lines carry the request's id. */
export const onBehalfOf = <T>(requestId: string | undefined, work: () => Promise<T>): Promise<T> =>
  requestId === undefined ? work() : current.run(requestId, work)

type Caused = { requestId?: string }

/** Adds the id of the request in which, or on whose behalf, the data is written. */
export const withRequestId = (data: object, requestId = causingRequest()): object =>
  requestId === undefined ? data : ({ ...data, requestId } satisfies Caused)

/** Splits stored data into the request id and the original data. */
export function takeRequestId(stored: unknown): { requestId: string | undefined; data: object } {
  // Scheduled jobs have no data.
  const { requestId, ...data } = (stored ?? {}) as Caused
  return { requestId, data }
}
