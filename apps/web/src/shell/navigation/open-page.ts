import type { PageDefinition } from '@pawtrait/contract/pages.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { ComponentType } from 'react'
import { matchRoutes, type Params } from 'react-router'
import { type PageData, type PageHead, type PageLoaderContext, withNoindex } from '#shell/page-loader.ts'
import { PageError, Redirect } from './page-errors.ts'

/** Path parameters and URL of the requested page. A loader receives this object. */
export type PageRequest = { params: Params; url: URL }

/** Fills the query cache and returns the page's head. @throws Redirect, PageError, CallError. */
export type PageLoader = (env: PageLoaderContext, request: PageRequest) => Promise<PageData> | PageData

export type PageModule = { Component: ComponentType; loader: PageLoader }

/** A page, with a function that loads its component. `source` is the component's key in the build's manifest. */
export type PageRoute = PageDefinition & { source: string; load: () => Promise<PageModule> }

/** Loaded page, ready to render. `head` is null for the first page, because its head is in the server's HTML. */
export type LoadedPage = Pick<PageRoute, 'path' | 'source'> & {
  Component: ComponentType
  head: PageHead | null
}

/** Returns the page at an address and its path parameters. @throws PageError 404 if no page matches. */
export function findPage(
  pages: readonly PageRoute[],
  { pathname }: { pathname: string },
): Pick<PageRequest, 'params'> & { page: PageRoute } {
  const match = matchRoutes([...pages], pathname)?.at(-1)
  if (!match) throw new PageError(404)
  return { page: match.route, params: match.params }
}

/**
 * Loads component and data of the page at an address. Adds `noindex` unless the page is marked as `listed`.
 * @throws Redirect to the log-in when the page is for signed-in users and the viewer is a visitor.
 * @throws Errors of the page's loader.
 */
export async function openPage(pages: readonly PageRoute[], env: PageLoaderContext, url: URL): Promise<LoadedPage> {
  const { page, params } = findPage(pages, url)
  const { path, source, audience, listed = false } = page
  const isForUsers = audience === 'user' || audience === 'moderator'
  if (isForUsers && !env.viewer) throw new Redirect(paths.logIn(url.pathname + url.search), { isOutside: true })
  const { Component, loader } = await page.load()
  const { head } = await loader(env, { params, url })
  return { path, source, Component, head: listed ? head : withNoindex(head) }
}
