import type { Answer, Endpoint, Sent } from './endpoint.ts'

type SentArguments<E extends Endpoint> = Record<never, never> extends Sent<E> ? [sent?: Sent<E>] : [sent: Sent<E>]

/** Calls the API: over HTTP in the browser, in the process on the server, with the same viewer either way. */
export type Call = <E extends Endpoint>(endpoint: E, ...sent: SentArguments<E>) => Promise<Answer<E>>

/** How people want it: `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** What the server knows when it renders a page. */
export type RenderRequest = {
  /** Path and query of this origin, such as `/posts/0197…?photo=2`. */
  url: string
  signedIn: boolean
  call: Call
  /** From the cookie `theme`. */
  theme: Theme
  /** Origin under which people reach this instance, no slash at the end; for OpenGraph. */
  publicUrl: string
  /** Where people with a problem write to, as a URI; empty: nowhere. */
  supportContact: string
  /** Mail can be sent, so codes by e-mail are offered. */
  mail: boolean
  /** A sign-up of 13 to 17 names a parent or guardian. */
  asksGuardian: boolean
  mode: 'local' | 'lan' | 'production'
  /** Finds the request in the log; people are told it when something breaks. */
  requestId: string
  /**
   * Something broke before the page stood, or there is no time for it: the error page is wanted, and nothing may be
   * called for it.
   */
  failed?: { status: number; isBusy?: true }
}

/** A page ready to be sent, or where to go instead. */
export type Rendered =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: number
      /** The whole document, from `<!doctype html>`. */
      html: string
    }

export type Render = (request: RenderRequest) => Promise<Rendered>

/** One built file as Vite's manifest names it. */
export type ManifestEntry = {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}

/** `dist/client/manifest.json`: source path → built file. */
export type Manifest = Record<string, ManifestEntry>

/** The server build's only export that the server uses. */
export type CreateRender = (manifest: Manifest) => Render
