import { paths } from '@pawtrait/contract/paths.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Asked, Loader } from './navigation/open-page.ts'
import { PageError, Redirect } from './navigation/page-answers.ts'

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

/** The head of a page of this name that search engines are not to list. */
export const hiddenHead = (t: Translate, page: string): Head => ({
  title: t(phrases.app.pageTitle, { page }),
  hidden: true,
})

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

/** The same for whoever is logged in: everybody else is sent to log in, once, and comes back (product.md §2.1). */
export const loadsForUser = (
  load: (env: PageEnv & { viewer: Viewer }, asked: Asked) => Promise<PageData> | PageData,
): Loader =>
  loads(({ viewer, ...env }, asked) => {
    const { pathname, search } = asked.url
    if (!viewer) throw new Redirect(paths.logIn(pathname + search), { isOutside: true })
    return load({ ...env, viewer }, asked)
  })
