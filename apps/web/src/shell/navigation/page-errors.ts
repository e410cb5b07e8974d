import { CallError } from '#lib/server/call.ts'

/** Thrown by a loader to redirect. `isOutside`: the target is plain HTML, not a page of the app. */
export class Redirect extends Error {
  readonly to: string
  readonly isOutside: boolean

  constructor(to: string, { isOutside = false } = {}) {
    super('The page is elsewhere.')
    this.to = to
    this.isOutside = isOutside
  }
}

/** Thrown by a loader, or sent by the server, when there is no page to show. `status` is an HTTP status. */
export class PageError extends Error {
  readonly status: number
  /** Request id in the server log; only known if the server sent it. */
  readonly requestId: string | undefined

  constructor(status: number, requestId?: string) {
    super(`The page answers ${status}.`)
    this.status = status
    this.requestId = requestId
  }
}

/** True if the page does not exist or the viewer may not see it. The two cases are indistinguishable. */
export const isNotFound = (error: unknown) =>
  (error instanceof PageError && error.status === 404) || (error instanceof CallError && error.code === 'not-found')

const unavailableCodes = new Set<unknown>(['offline', 'unavailable', 'too-many-requests'] satisfies CallError['code'][])

/** True if there is no page because the server is busy or unreachable, not because of a bug. */
export const isUnavailable = (error: unknown): error is CallError =>
  error instanceof CallError && unavailableCodes.has(error.code)
