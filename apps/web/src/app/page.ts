import type { Call } from '@pawtrait/contract/render.ts'
import type { OwnUser } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs, redirect } from 'react-router'
import type { T } from '#i18n/use-translate.ts'
import { paths } from './paths.ts'

/** What a page's loader works with; on the server made for one request. */
export type PageEnv = { queries: QueryClient; call: Call; viewer: OwnUser | null; t: T; publicUrl: string }

export const pageEnv = createContext<PageEnv>()

/** What a page says about itself to tabs, search engines and whoever unfurls its link. */
export type Head = {
  title: string
  description?: string
  /** Absolute address of a picture. */
  image?: { url: string; width: number; height: number; alt: string }
  /** Not to be listed by search engines. */
  hidden?: boolean
}

/** A loader's data: at least the head; rows live in the query cache. */
export type PageData = { head: Head }

/** Writes a page's loader: rows into the query cache, the head as its answer. */
export const loads =
  <Data extends PageData>(load: (env: PageEnv, args: LoaderFunctionArgs) => Promise<Data> | Data) =>
  (args: LoaderFunctionArgs) =>
    load(args.context.get(pageEnv), args)

/** The same for whoever is logged in: everybody else is sent to log in, once, and comes back (product.md §2.1). */
export const loadsForUser =
  <Data extends PageData>(
    load: (env: PageEnv & { viewer: OwnUser }, args: LoaderFunctionArgs) => Promise<Data> | Data,
  ) =>
  (args: LoaderFunctionArgs) => {
    const env = args.context.get(pageEnv)
    const { pathname, search } = new URL(args.request.url)
    if (!env.viewer) throw redirect(paths.logIn(pathname + search))
    return load({ ...env, viewer: env.viewer }, args)
  }
