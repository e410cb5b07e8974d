import { AsyncLocalStorage } from 'node:async_hooks'

// Request id of the running job or event. A request stores its own id in `Context`.
const current = new AsyncLocalStorage<string>()

/** Returns the id of the request that caused the running job or event. Undefined outside jobs and events. */
export const currentRequestId = (): string | undefined => current.getStore()

/** Runs a job or an event handler. Its log lines contain the id of the request that caused the job or event. */
export const runWithRequestId = <T>(requestId: string | undefined, work: () => Promise<T>): Promise<T> =>
  requestId === undefined ? work() : current.run(requestId, work)

type WithRequestId = { requestId?: string }

export const withRequestId = (data: object, requestId = currentRequestId()): object =>
  requestId === undefined ? data : ({ ...data, requestId } satisfies WithRequestId)

export function extractRequestId(stored: unknown): { requestId: string | undefined; data: object } {
  // Scheduled jobs have no data, and so no request id.
  const { requestId, ...data } = (stored ?? {}) as WithRequestId
  return { requestId, data }
}
