import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#i18n/en.ts'
import type { CreateRender, Manifest, Rendered, RenderRequest } from '@pawtrait/contract/render.ts'
import type { OwnUser } from '@pawtrait/contract/users.ts'
import { type QueryClient, dehydrate } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router'
import { App } from '#app/App.tsx'
import { documentOf } from '#app/document.ts'
import { BrokenPage } from '#app/ErrorPage.tsx'
import { Shell } from '#app/Frame.tsx'
import { ShellBar } from '#app/TopBar.tsx'
import { type Head, type PageData, pageEnv } from '#app/page.ts'
import { asDataBlock } from '#app/page-state.ts'
import { ErrorPage, type PageHandle, routes } from '#app/routes.tsx'
import { ShellSkeleton } from '#app/ShellSkeleton.tsx'
import { staticPages } from '#app/static-pages.tsx'
import { ownPetsQuery, viewerQuery } from '#app/viewer.ts'
import { paths } from '#app/paths.ts'
import { english as t } from '#i18n/use-translate.ts'
import { newQueries } from '#lib/queries.ts'

type Handler = ReturnType<typeof createStaticHandler>

const APP_ENTRY = 'src/entry-browser.tsx'
const STATIC_ENTRY = 'src/entry-static.ts'
// What the browser loads beside the page: for whoever is logged in, and for a page that is not there.
const SHELL = 'src/app/Shell.tsx'
const ERROR_PAGE = 'src/app/ErrorPage.tsx'

// A part is drawn at once when it is there.
await Promise.all([Shell, ShellBar, ErrorPage].map((part) => part.load()))

/** Who asks and whose pets stand in the sidebar, fetched before any page. */
async function knowViewer(queries: QueryClient, { call, signedIn }: RenderRequest) {
  const viewer = signedIn ? await queries.fetchQuery(viewerQuery(call)) : null
  queries.setQueryData(viewerQuery().queryKey, viewer)
  if (viewer) await queries.prefetchQuery(ownPetsQuery(viewer, call))
  return viewer
}

async function renderStatic(request: RenderRequest, url: URL, manifest: Manifest): Promise<Rendered | null> {
  const page = staticPages[url.pathname]
  if (!page) return null
  const queries = newQueries({ retries: 0 })
  const viewer = await knowViewer(queries, request)
  if (viewer && page.forVisitors) return { kind: 'redirect', to: paths.feed }
  const body = renderToStaticMarkup(
    <App queries={queries}>
      <page.Component viewer={viewer} mail={request.mail} url={url} />
    </App>,
  )
  const parts = { head: page.head(t), theme: request.theme, manifest, url: url.href }
  return {
    kind: 'page',
    status: 200,
    html: documentOf({ ...parts, body, entry: STATIC_ENTRY, sources: [], state: null }),
  }
}

/** The refusal that stopped the page, by the route whose boundary shows it. */
function errorOf({ errors }: StaticHandlerContext): { status: number; routeId: string } | null {
  const [first] = Object.entries(errors ?? {})
  if (!first) return null
  const [routeId, error] = first
  return { routeId, status: statusOf(error) }
}

/** Of a refusal: the API's own when a page was called in the process, the router's for an address without a page. */
function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500
}

function headOf(context: StaticHandlerContext, error: { status: number } | null): Head {
  if (error)
    return {
      title: t('app.pageTitle', { page: t(error.status === 404 ? 'app.notFound' : 'app.broken') }),
      hidden: true,
    }
  const last = context.matches.at(-1)
  // Every page's loader answers with PageData (app/page.ts).
  const data = last && (context.loaderData[last.route.id] as PageData | undefined)
  return data?.head ?? { title: t('app.name') }
}

type Rendering = { request: RenderRequest; viewer: OwnUser | null; url: URL; manifest: Manifest; queries: QueryClient }

/** The document of an app page whose loaders have run. */
function appPage(
  { request, viewer, url, manifest, queries }: Rendering,
  handler: Handler,
  context: StaticHandlerContext,
): Rendered {
  const error = errorOf(context)
  const handles = context.matches.flatMap(({ route }) => (route.handle ? [route.handle as PageHandle] : []))
  const mode = !error && handles.some((handle) => handle.mode === 'shell') ? 'shell' : 'hydrate'
  const router = createStaticRouter(handler.dataRoutes, context)
  const app =
    mode === 'shell' ? <ShellSkeleton /> : <StaticRouterProvider router={router} context={context} hydrate={false} />
  const html = documentOf({
    head: headOf(context, error),
    theme: request.theme,
    body: renderToString(<App queries={queries}>{app}</App>),
    manifest,
    entry: APP_ENTRY,
    sources: [...(viewer ? [SHELL] : []), ...(error ? [ERROR_PAGE] : handles.map((handle) => handle.source))],
    state: asDataBlock({
      mode,
      queries: dehydrate(queries),
      router: { loaderData: context.loaderData, error },
      publicUrl: request.publicUrl,
    }),
    url: url.href,
  })
  return { kind: 'page', status: error?.status ?? 200, html }
}

/** The page that says that something broke; asks nobody anything. */
function brokenPage({ theme, failed }: RenderRequest, url: URL, manifest: Manifest): Rendered {
  const { status, requestId } = failed ?? { status: 500, requestId: '' }
  const queries = newQueries({ retries: 0 })
  const body = renderToStaticMarkup(
    <App queries={queries}>
      <StaticRouter location={url.pathname}>
        <BrokenPage url={url} requestId={requestId} />
      </StaticRouter>
    </App>,
  )
  const head = { title: t('app.pageTitle', { page: t('app.broken') }), hidden: true }
  const parts = { head, theme, body, manifest, entry: APP_ENTRY, sources: [ERROR_PAGE], state: null, url: url.href }
  return { kind: 'page', status, html: documentOf({ ...parts, still: true }) }
}

/** Renders pages with the built files of `manifest`; made once, called for every request. */
export const createRender: CreateRender = (manifest) => {
  const handler = createStaticHandler(routes)
  return async (request) => {
    const url = new URL(request.url, request.publicUrl)
    if (request.failed) return brokenPage(request, url, manifest)
    const fixed = await renderStatic(request, url, manifest)
    if (fixed) return fixed
    const queries = newQueries({ retries: 0 })
    const viewer = await knowViewer(queries, request)
    const requestContext = new RouterContextProvider()
    requestContext.set(pageEnv, { queries, call: request.call, viewer, t, publicUrl: request.publicUrl })
    const context = await handler.query(new Request(url), { requestContext })
    if (context instanceof Response) return { kind: 'redirect', to: context.headers.get('location') ?? '/' }
    return appPage({ request, viewer, url, manifest, queries }, handler, context)
  }
}
