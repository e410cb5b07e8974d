import { CallError } from '#lib/server/call.ts'

/** Thrown by a loader: the page is elsewhere. `isOutside` when that page is not the app's, but plain HTML. */
export class Redirect extends Error {
  readonly to: string
  readonly isOutside: boolean

  constructor(to: string, { isOutside = false } = {}) {
    super('The page is elsewhere.')
    this.to = to
    this.isOutside = isOutside
  }
}

/** Thrown by a loader, or told by the server: there is no page to show, for a reason that HTTP has a number for. */
export class PageError extends Error {
  readonly status: number
  /** Finds what broke in the log; known when the server tells. */
  readonly requestId: string | undefined

  constructor(status: number, requestId?: string) {
    super(`The page answers ${status}.`)
    this.status = status
    this.requestId = requestId
  }
}

/** Nothing is at this address, or the viewer may not see it: the answer does not tell which. */
export const isNotFound = (error: unknown) =>
  (error instanceof PageError && error.status === 404) || (error instanceof CallError && error.code === 'not-found')

const unanswered = new Set<unknown>(['offline', 'unavailable', 'too-many-requests'] satisfies CallError['code'][])

/** Nothing broke: the page could not be fetched now, for want of a network or of a server that has time. */
export const isUnanswered = (error: unknown): error is CallError =>
  error instanceof CallError && unanswered.has(error.code)
