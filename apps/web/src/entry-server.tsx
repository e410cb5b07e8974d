import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { paths } from '@pawtrait/contract/paths.ts'
import type { CreatePageRenderer, Manifest, RenderRequest, RenderResult } from '@pawtrait/contract/render.ts'
import { APP_SHELL_PATH } from '@pawtrait/contract/service-worker.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Shell } from '#app/PageLayout.tsx'
import { PageView } from '#app/PageView.tsx'
import { routes } from '#app/routes.tsx'
import { findStaticPage } from '#features/sign-in/landing/static-pages.tsx'
import { phrases } from '#i18n/phrases.ts'
import { englishTranslator as t } from '#i18n/use-translate.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { App } from '#shell/App.tsx'
import { ServerErrorPage } from '#shell/ErrorPage.tsx'
import { renderDocument } from '#shell/html-document.ts'
import type { PageResult } from '#shell/navigation/navigation.ts'
import { openPage } from '#shell/navigation/open-page.ts'
import { ErrorPage } from '#shell/navigation/PageErrorBoundary.tsx'
import { PageError, Redirect } from '#shell/navigation/page-errors.ts'
import { createPageHead, type PageHead, withNoindex } from '#shell/page-loader.ts'
import { toDataBlock } from '#shell/page-state.ts'
import { ownPetsQuery, viewerQuery } from '#shell/viewer.ts'
import { type ImagePreload, PreloadContext } from '#ui/photos/preload-photo.ts'

const APP_ENTRY = 'src/entry-browser.ts'
const STATIC_ENTRY = 'src/entry-static.ts'
// Source files that the server preloads for some documents: the layout of signed-in users, the feed page and the error
// page.
const SHELL = 'src/app/Shell.tsx'
const FEED = 'src/app/FeedPage.tsx'
const ERROR_PAGE = 'src/shell/ErrorPage.tsx'

// Loads the lazy components at start-up: the server renders synchronously and cannot wait for them.
await Promise.all([Shell, ErrorPage].map((part) => part.load()))

/** Returns the chunks that the browser entry imports dynamically, so that the document can preload them. */
const listEntryChunks = (manifest: Manifest) => manifest[APP_ENTRY]?.dynamicImports ?? []

/** Caches the viewer (null for visitors) and the viewer's pets, which the sidebar shows. */
async function fetchViewer(queries: QueryClient, { call, signedIn }: RenderRequest) {
  const viewer = signedIn ? await queries.fetchQuery(viewerQuery(call)) : null
  queries.setQueryData(viewerQuery().queryKey, viewer)
  if (viewer) await queries.prefetchQuery(ownPetsQuery(viewer, call))
  return viewer
}

async function renderStatic(request: RenderRequest, url: URL, manifest: Manifest): Promise<RenderResult | null> {
  const match = findStaticPage(url.pathname)
  if (!match) return null
  const { row, page } = match
  const queries = createQueryClient({ retries: 0 })
  const viewer = await fetchViewer(queries, request)
  if (viewer && row.audience === 'visitor') return { kind: 'redirect', to: paths.feed }
  const body = renderToStaticMarkup(
    <App queries={queries} supportContact={request.supportContact}>
      <page.Component viewer={viewer} mail={request.mail} asksGuardian={request.asksGuardian} url={url} />
    </App>,
  )
  const head = row.listed ? page.head(t) : withNoindex(page.head(t))
  const parts = { head, theme: request.theme, manifest, url: url.href }
  return {
    kind: 'page',
    status: 200,
    html: renderDocument({ ...parts, body, entry: STATIC_ENTRY, sources: [], state: null }),
  }
}

/** Returns the HTTP status of a page error or of a failed API call. Returns 500 for any other error. */
function readStatus(error: unknown): number {
  if (error instanceof PageError) return error.status
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500
}

function createHead({ page, error }: PageResult): PageHead {
  if (page) return page.head ?? { title: t(phrases.app.appName) }
  return withNoindex(
    createPageHead(t, t(readStatus(error) === 404 ? phrases.app.notFound : phrases.app.internalErrorTitle)),
  )
}

type Rendering = { request: RenderRequest; viewer: Viewer | null; url: URL; manifest: Manifest; queries: QueryClient }

/** Returns the document of an app page, or of its error page. */
function renderAppPage({ request, viewer, url, manifest, queries }: Rendering, result: PageResult): RenderResult {
  const { publicUrl, supportContact, savesData } = request
  const { page } = result
  const error = page ? null : { status: readStatus(result.error), requestId: request.requestId }
  // The browser receives only the status and the request id of an error, so the server renders from only these two.
  const view: PageResult = error ? { page: null, error: new PageError(error.status, error.requestId) } : result
  const preloaded: ImagePreload[] = []
  const app = (
    <PreloadContext value={(image) => preloaded.push(image)}>
      <StaticRouter location={url.pathname + url.search}>
        {/* Placeholder for a component that only the browser renders here. Without it, `useId` would differ. */}
        {null}
        <PageView view={view} />
      </StaticRouter>
    </PreloadContext>
  )
  const body = renderToString(<App {...{ queries, supportContact, savesData }}>{app}</App>)
  const html = renderDocument({
    head: createHead(result),
    theme: request.theme,
    body,
    firstPhoto: preloaded[0],
    manifest,
    entry: APP_ENTRY,
    sources: [...listEntryChunks(manifest), ...(viewer ? [SHELL] : []), page ? page.source : ERROR_PAGE],
    state: toDataBlock({
      queries: dehydrate(queries),
      error,
      ...(savesData && { savesData }),
      publicUrl,
      supportContact,
    }),
    url: url.href,
  })
  return { kind: 'page', status: error?.status ?? 200, html }
}

/** Returns a document without user data, which the service worker stores for offline use. */
function renderShell({ publicUrl, supportContact, theme }: RenderRequest, url: URL, manifest: Manifest): RenderResult {
  const state = {
    queries: dehydrate(createQueryClient()),
    error: null,
    isShell: true,
    publicUrl,
    supportContact,
  } as const
  const parts = {
    theme,
    body: '',
    manifest,
    entry: APP_ENTRY,
    sources: [...listEntryChunks(manifest), SHELL, FEED],
    url: url.href,
  }
  const html = renderDocument({
    ...parts,
    head: withNoindex({ title: t(phrases.app.appName) }),
    state: toDataBlock(state),
  })
  return { kind: 'page', status: 200, html }
}

type FailedRequest = NonNullable<RenderRequest['failed']>

/** Returns the error page. Makes no API call, because rendering has failed or the server is overloaded. */
function renderErrorPage(request: RenderRequest, failed: FailedRequest, url: URL, manifest: Manifest): RenderResult {
  const { theme, requestId } = request
  const { status, isBusy = false } = failed
  const queries = createQueryClient({ retries: 0 })
  const body = renderToStaticMarkup(
    <App queries={queries} supportContact={request.supportContact}>
      <StaticRouter location={url.pathname}>
        <ServerErrorPage url={url} requestId={requestId} isBusy={isBusy} />
      </StaticRouter>
    </App>,
  )
  const head = withNoindex(createPageHead(t, t(isBusy ? phrases.app.serverBusyTitle : phrases.app.internalErrorTitle)))
  const parts = {
    head,
    theme,
    body,
    manifest,
    entry: APP_ENTRY,
    sources: [...listEntryChunks(manifest), ERROR_PAGE],
    state: null,
    url: url.href,
  }
  return { kind: 'page', status, html: renderDocument({ ...parts, isStatic: true }) }
}

/** Returns a function that renders the page of a request to HTML, with links to the built files in `manifest`. */
export const createRender: CreatePageRenderer = (manifest) => async (request) => {
  const url = new URL(request.url, request.publicUrl)
  if (request.failed) return renderErrorPage(request, request.failed, url, manifest)
  if (url.pathname === APP_SHELL_PATH) return renderShell(request, url, manifest)
  const staticPage = await renderStatic(request, url, manifest)
  if (staticPage) return staticPage
  const queries = createQueryClient({ retries: 0 })
  const viewer = await fetchViewer(queries, request)
  const env = { queries, call: request.call, viewer, t, publicUrl: request.publicUrl }
  const result = await openPage(routes, env, url).then(
    (page): PageResult => ({ page }),
    (error: unknown): PageResult => ({ page: null, error }),
  )
  if (result.error instanceof Redirect) return { kind: 'redirect', to: result.error.to }
  return renderAppPage({ request, viewer, url, manifest, queries }, result)
}
