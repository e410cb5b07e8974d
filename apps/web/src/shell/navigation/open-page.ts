import type { ComponentType } from 'react'
import { matchRoutes, type Params } from 'react-router'
import type { Head, PageData, PageEnv } from '#shell/page.ts'
import { PageError } from './page-answers.ts'

/** What a page's loader is asked for. */
export type Asked = { params: Params; url: URL }

/** Fetches a page's rows into the query cache and says what its head holds. @throws Redirect, PageError, CallError. */
export type Loader = (env: PageEnv, asked: Asked) => Promise<PageData> | PageData

/** The code of a page. */
export type PageModule = { Component: ComponentType; loader: Loader }

/**
 * How a page reaches the browser: `hydrate` renders it on the server too, for everybody; `person` for whoever is logged
 * in; `shell` sends its data and a skeleton.
 */
export type PageMode = 'hydrate' | 'person' | 'shell'

/** One address pattern, and how to get the page that stands there. `source` names it in the build's manifest. */
export type Page = { path: string; source: string; mode: PageMode; load: () => Promise<PageModule> }

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

/** Loads the code and the rows of the page at an address. @throws what its loader throws. */
export async function openPage(pages: readonly Page[], env: PageEnv, url: URL): Promise<OpenPage> {
  const { page, params } = pageAt(pages, url)
  const { path, source, mode } = page
  const { Component, loader } = await page.load()
  const { head } = await loader(env, { params, url })
  return { path, source, mode, Component, head }
}
