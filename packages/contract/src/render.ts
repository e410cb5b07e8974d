import type { Answer, Endpoint, Sent } from './endpoint.ts'

/** Calls the API: over HTTP in the browser, in the process on the server, with the same viewer either way. */
export type Call = <E extends Endpoint>(endpoint: E, ...sent: SentArguments<E>) => Promise<Answer<E>>

type SentArguments<E extends Endpoint> = Record<never, never> extends Sent<E> ? [sent?: Sent<E>] : [sent: Sent<E>]

/** The viewer as pages need it; `null` for a visitor. */
export type PageViewer = { id: string; username: string; fullname: string; image: string | null } | null

/** What the server knows when it renders a page. */
export type RenderRequest = {
  /** Path and query of this origin, such as `/posts/0197…?photo=2`. */
  url: string
  viewer: PageViewer
  call: Call
  /** From the cookie `theme`; `system` follows the device. */
  theme: 'system' | 'light' | 'dark'
  /** Origin under which people reach this instance, no slash at the end; for OpenGraph. */
  publicUrl: string
  /** Mail can be sent, so codes by e-mail are offered. */
  mail: boolean
  /** A line on every page that says how this instance runs (`local`, `lan`), or nothing in production. */
  mode: 'local' | 'lan' | 'production'
  /** The account's time zone, for dates rendered on the server. */
  timeZone: string
}

/** A page ready to be sent, or where to go instead. */
export type Rendered =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: 200 | 404 | 500
      /** The whole document, from `<!doctype html>`. */
      html: string
      /** Pages without a viewer's data may be cached by browsers for a minute. */
      cache: 'private' | 'public'
    }

export type Render = (request: RenderRequest) => Promise<Rendered>
