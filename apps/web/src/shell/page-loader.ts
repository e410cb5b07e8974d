import type { ApiCall } from '@pawtrait/contract/render.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import type { PageLoader, PageRequest } from './navigation/open-page.ts'
import { PageError } from './navigation/page-errors.ts'

/** Dependencies of a page's loader. The server creates one set per request. */
export type PageLoaderContext = {
  queries: QueryClient
  call: ApiCall
  viewer: Viewer | null
  t: TranslateFunction
  publicUrl: string
}

/** Metadata of a page for tabs, search engines and link previews. */
export type PageHead = {
  title: string
  description?: string
  /** Preview image with an absolute URL. */
  image?: { url: string; width: number; height: number; alt: string }
  /** True if search engines must not list the page. */
  hidden?: boolean
}

/** Returns the head of a page with this title. */
export const createPageHead = (t: TranslateFunction, page: string): PageHead => ({
  title: t(phrases.app.pageTitle, { page }),
})

/** Returns the head with `noindex`, so that search engines do not list the page. */
export const withNoindex = (head: PageHead): PageHead => ({ ...head, hidden: true })

/** Result of a page's loader. The loaded data itself is in the query cache. */
export type PageData = { head: PageHead }

/** Error codes that the app shows as "not found". Hidden content and malformed URLs must look like missing content. */
const missing = new Set(['not-found', 'validation-failed'])

/**
 * Throws PageError 404 for a "not found" code, else `error` itself. Checks `code` instead of the class, because browser
 * and server use different error classes.
 */
function asNotFound(error: unknown): never {
  if (error instanceof Error && 'code' in error && missing.has(String(error.code))) throw new PageError(404)
  throw error
}

/** Wraps a loader, which fills the query cache and returns the head. "Not found" from the API becomes PageError 404. */
export const pageLoader =
  (load: PageLoader): PageLoader =>
  async (env, match) => {
    try {
      return await load(env, match)
    } catch (error) {
      return asNotFound(error)
    }
  }

/** Wraps the loader of a page for signed-in users. `openPage` first redirects visitors to the log-in. */
export const userPageLoader = (
  load: (env: PageLoaderContext & { viewer: Viewer }, match: PageRequest) => Promise<PageData> | PageData,
): PageLoader =>
  pageLoader(({ viewer, ...env }, match) => {
    if (!viewer) throw new Error('This page is for signed-in users: its row in pages.ts must say so.')
    return load({ ...env, viewer }, match)
  })
