import type { PageRow } from '@pawtrait/contract/pages.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { ComponentType } from 'react'
import { matchRoutes, type Params } from 'react-router'
import { type Head, type PageData, type PageEnv, unlisted } from '#shell/page.ts'
import { PageError, Redirect } from './page-answers.ts'

/** What a page's loader is asked for. */
export type Asked = { params: Params; url: URL }

/** Fetches a page's rows into the query cache and says what its head holds. @throws Redirect, PageError, CallError. */
export type Loader = (env: PageEnv, asked: Asked) => Promise<PageData> | PageData

/** The code of a page. */
export type PageModule = { Component: ComponentType; loader: Loader }

/** A row of the table of pages, and how to get its component. `source` names the component in the build's manifest. */
export type Page = PageRow & { source: string; load: () => Promise<PageModule> }

/** A page that can be drawn. `head` is null for the one that the server brought with its head. */
export type OpenPage = Pick<Page, 'path' | 'source' | 'mode'> & { Component: ComponentType; head: Head | null }

/** The page of an address and what its pattern holds. */
export function pageAt(
  pages: readonly Page[],
  { pathname }: { pathname: string },
): Pick<Asked, 'params'> & { page: Page } {
  const match = matchRoutes([...pages], pathname)?.at(-1)
  if (!match) throw new PageError(404)
  return { page: match.route, params: match.params }
}

/**
 * Loads the component and the rows of the page at an address. Search engines may list it only if its row says so.
 * @throws Redirect to the log-in when the page is for signed-in users and nobody is signed in (product.md §2.1).
 * @throws whatever its loader throws.
 */
export async function openPage(pages: readonly Page[], env: PageEnv, url: URL): Promise<OpenPage> {
  const { page, params } = pageAt(pages, url)
  const { path, source, mode, audience, listed = false } = page
  const isForUsers = audience === 'user' || audience === 'moderator'
  if (isForUsers && !env.viewer) throw new Redirect(paths.logIn(url.pathname + url.search), { isOutside: true })
  const { Component, loader } = await page.load()
  const { head } = await loader(env, { params, url })
  return { path, source, mode, Component, head: listed ? head : unlisted(head) }
}
