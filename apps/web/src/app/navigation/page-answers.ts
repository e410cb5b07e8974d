import { CallError } from '#lib/call.ts'

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

  constructor(status: number) {
    super(`The page answers ${status}.`)
    this.status = status
  }
}

/** Nothing is at this address, or the viewer may not see it: the answer does not tell which. */
export const isNotFound = (error: unknown) =>
  (error instanceof PageError && error.status === 404) || (error instanceof CallError && error.code === 'not-found')
