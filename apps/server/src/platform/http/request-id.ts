import { AsyncLocalStorage } from 'node:async_hooks'

// Entered by jobs and events alone: requests carry their id in the context, and pay nothing for it.
const current = new AsyncLocalStorage<string>()

/** The request that put the job or event on the queue that is being worked on here; undefined elsewhere. */
export const causingRequest = (): string | undefined => current.getStore()

/** Does work on behalf of a request that was answered before, so that its log lines carry the request's id. */
export const onBehalfOf = <T>(requestId: string | undefined, work: () => Promise<T>): Promise<T> =>
  requestId === undefined ? work() : current.run(requestId, work)

/** What is stored with the data of a job or event: the request id. */
type Caused = { requestId?: string }

/** Data with the id of the request that they are written in, or on behalf of. */
export const withRequestId = (data: object, requestId = causingRequest()): object =>
  requestId === undefined ? data : ({ ...data, requestId } satisfies Caused)

/** The id apart from the data as they were given. */
export function takeRequestId(stored: unknown): { requestId: string | undefined; data: object } {
  // Jobs that run by the clock have none.
  const { requestId, ...data } = (stored ?? {}) as Caused
  return { requestId, data }
}
