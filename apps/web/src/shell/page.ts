import type { Call } from '@pawtrait/contract/render.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Asked, Loader } from './navigation/open-page.ts'
import { PageError } from './navigation/page-answers.ts'

/** What a page's loader works with; on the server made for one request. */
export type PageEnv = { queries: QueryClient; call: Call; viewer: Viewer | null; t: Translate; publicUrl: string }

/** What a page says about itself to tabs, search engines and whoever unfurls its link. */
export type Head = {
  title: string
  description?: string
  /** Absolute address of a picture. */
  image?: { url: string; width: number; height: number; alt: string }
  /** The photo that is seen first: fetched before scripts that would stand in its way. */
  firstPhoto?: { type: string; srcSet: string; sizes: string }
  /** Not to be listed by search engines. */
  hidden?: boolean
}

/** Returns the head of a page of this name. */
export const headNamed = (t: Translate, page: string): Head => ({ title: t(phrases.app.pageTitle, { page }) })

/** Returns a head with which search engines do not list the page. */
export const unlisted = (head: Head): Head => ({ ...head, hidden: true })

/** A loader's data: at least the head; rows live in the query cache. */
export type PageData = { head: Head }

/** What may not be seen, and an address that cannot be one, answer like what does not exist. */
const missing = new Set(['not-found', 'validation-failed'])

/** A refusal by the API, here by its code alone: in the browser and on the server it is another class. */
function asNotFound(error: unknown): never {
  if (error instanceof Error && 'code' in error && missing.has(String(error.code))) throw new PageError(404)
  throw error
}

/** Writes a page's loader: rows into the query cache, the head as its answer. */
export const loads =
  (load: Loader): Loader =>
  async (env, asked) => {
    try {
      return await load(env, asked)
    } catch (error) {
      return asNotFound(error)
    }
  }

/** The same for a page that the table of pages gives to signed-in users: `openPage` sends others to log in. */
export const loadsForUser = (
  load: (env: PageEnv & { viewer: Viewer }, asked: Asked) => Promise<PageData> | PageData,
): Loader =>
  loads(({ viewer, ...env }, asked) => {
    if (!viewer) throw new Error('This page is for signed-in users: its row in pages.ts must say so.')
    return load({ ...env, viewer }, asked)
  })
