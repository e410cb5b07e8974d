import type { CallInput, CallOutput, Endpoint } from './endpoint.ts'

type SentArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [sent?: CallInput<E>] : [sent: CallInput<E>]

/**
 * Calls the API as the viewer of the page. Uses HTTP in the browser, and a direct call in the same process on the
 * server.
 */
export type ApiCall = <E extends Endpoint>(endpoint: E, ...sent: SentArguments<E>) => Promise<CallOutput<E>>

/** Colour theme. `system` uses the setting of the device. */
export type Theme = 'system' | 'light' | 'dark'

/** Data for rendering a page on the server. */
export type RenderRequest = {
  /** Path and query of the page, such as `/posts/0197…?photo=2`. */
  url: string
  signedIn: boolean
  call: ApiCall
  theme: Theme
  /** Whether to show small photos. True if the browser sends `Save-Data` or the user has chosen "Use less data". */
  savesData: boolean
  /** Public origin of this instance without a trailing slash, for OpenGraph. */
  publicUrl: string
  /** Support contact as a URI. Empty if there is none. */
  supportContact: string
  /** Whether the instance can send mail. If so, the page offers codes by e-mail. */
  mail: boolean
  /** Whether the sign-up for ages 13 to 17 asks for a parent or guardian. */
  asksGuardian: boolean
  mode: 'local' | 'lan' | 'production'
  /** Id of the request in the log. Error pages show it. */
  requestId: string
  /**
   * If present, the error page is rendered, because rendering failed or the server is overloaded. Rendering the error
   * page must not use `call`.
   */
  failed?: { status: number; isBusy?: true }
}

export type RenderResult =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: number
      /** The complete HTML document, starting with `<!doctype html>`. */
      html: string
    }

export type PageRenderer = (request: RenderRequest) => Promise<RenderResult>

/** A file of the build, as listed in Vite's manifest. */
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

/** Content of `dist/client/manifest.json`. It maps source paths to built files. */
export type Manifest = Record<string, ManifestEntry>

/** Type of the function that the server build of the web app exports. The server calls this function. */
export type CreatePageRenderer = (manifest: Manifest) => PageRenderer
