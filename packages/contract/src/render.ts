import type { CallInput, CallOutput, Endpoint } from './endpoint.ts'

type SentArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [sent?: CallInput<E>] : [sent: CallInput<E>]

/** Calls the API as the page's viewer: over HTTP in the browser, in-process on the server. */
export type Call = <E extends Endpoint>(endpoint: E, ...sent: SentArguments<E>) => Promise<CallOutput<E>>

/** Colour theme; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** Data for rendering a page on the server. */
export type RenderRequest = {
  /** Path and query, such as `/posts/0197…?photo=2`. */
  url: string
  signedIn: boolean
  call: Call
  theme: Theme
  /** Shows small photos, because the browser sends `Save-Data` or the user has chosen "Use less data". */
  savesData: boolean
  /** Public origin of this instance without a trailing slash, for OpenGraph. */
  publicUrl: string
  /** Contact for support as a URI; empty when there is none. */
  supportContact: string
  /** The instance can send mail, so the page offers codes by e-mail. */
  mail: boolean
  /** The sign-up for ages 13 to 17 asks for a parent or guardian. */
  asksGuardian: boolean
  mode: 'local' | 'lan' | 'production'
  /** Identifies the request in the log; error pages show it. */
  requestId: string
  /**
   * Requests the error page, because rendering failed or the server is overloaded. Rendering it must not use `call`.
   */
  failed?: { status: number; isBusy?: true }
}

export type RenderResult =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: number
      /** The complete HTML document, from `<!doctype html>`. */
      html: string
    }

export type PageRenderer = (request: RenderRequest) => Promise<RenderResult>

/** A file of the build, as in Vite's manifest. */
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

/** Content of `dist/client/manifest.json`: source path → built file. */
export type Manifest = Record<string, ManifestEntry>

/** Type of the function that the web's server build exports and the server calls. */
export type CreatePageRenderer = (manifest: Manifest) => PageRenderer
