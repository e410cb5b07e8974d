import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { INSTALLED_START_PARAM } from '@pawtrait/contract/service-worker.ts'
import { hydrate, type QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { Shell } from '#app/PageLayout.tsx'
import { PageView } from '#app/PageView.tsx'
import { routes } from '#app/routes.tsx'
import { watchInstallPrompt } from '#features/install/install-offer.ts'
import { watchSignOut } from '#features/sign-in/sessions/local-sign-out.ts'
import { watchLogIn } from '#features/sign-in/sessions/watch-log-in.ts'
import { englishTranslator } from '#i18n/use-translate.ts'
import { patchDomForTranslation } from '#lib/browser-translation.ts'
import { shouldSaveData } from '#lib/data-saver.ts'
import { revealFocusedControl } from '#lib/focus/reveal-focused-control.ts'
import { call } from '#lib/server/call.ts'
import { loadChunk, recordFailedStyleSheets } from '#lib/server/load-chunk.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { App } from '#shell/App.tsx'
import { Navigation, type PageResult } from '#shell/navigation/navigation.ts'
import { findPage, type LoadedPage, openPage } from '#shell/navigation/open-page.ts'
import { ErrorPage, UnavailablePage } from '#shell/navigation/PageErrorBoundary.tsx'
import { PageRouter } from '#shell/navigation/PageRouter.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { assignFirstEntryKey, saveScrollPosition } from '#shell/navigation/scroll-restoration.ts'
import { type PageState, STATE_ELEMENT_ID } from '#shell/page-state.ts'
import { viewerQuery } from '#shell/viewer.ts'
import { ChunkLoadSheet, recordHydrationStart } from '#ui/states/lazy-component.tsx'

const PRELOAD_DELAY_MS = 1000 // Delay in ms before the error pages are preloaded: about the time of the first paint.
const BACKGROUND_DELAY_MS = 3000 // Delay in ms before other background work, which must not slow down the first paint.

function readState(): PageState {
  const text = document.getElementById(STATE_ELEMENT_ID)?.textContent
  if (!text) throw new Error('The page came without its data.')
  // The cast is safe: the server of the same build wrote the state.
  return JSON.parse(text) as PageState
}

/**
 * Removes the URL parameter that marks a start of the installed app, so that reloads and shared URLs do not contain it.
 */
function dropStartParam() {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(INSTALLED_START_PARAM)) return
  url.searchParams.delete(INSTALLED_START_PARAM)
  window.history.replaceState(window.history.state, '', url)
}

type OpenPage = (url: URL) => Promise<LoadedPage>

/** Loads the code of the first page. The data of the page is already in the cache, from the state in the HTML. */
async function loadFirstPage({ error, isShell }: PageState, open: OpenPage): Promise<PageResult> {
  if (isShell) return (await import('#app/offline/open-stored-page.ts')).openStoredPage(open)
  if (error) return { page: null, error: new PageError(error.status, error.requestId) }
  const { path, source, load } = findPage(routes, window.location).page
  const { Component } = await load()
  return { page: { path, source, Component, head: null } }
}

/** Loads, in the background, code that the first page does not need. Ignores failures. */
function loadRemainingCode({ page }: PageResult, queries: QueryClient, navigation: Navigation) {
  setTimeout(() => {
    for (const component of [ErrorPage, UnavailablePage, ChunkLoadSheet]) component.load().catch(() => {})
  }, PRELOAD_DELAY_MS)
  setTimeout(() => {
    if (page)
      loadChunk(() => import('#lib/server/web-vitals.ts')).then(
        ({ measureWebVitals }) => measureWebVitals(page.path),
        () => {},
      )
    const viewer = queries.getQueryData(viewerQuery().queryKey)
    if (viewer)
      loadChunk(() => import('#app/offline/background-work.ts')).then(
        ({ startBackgroundWork }) => startBackgroundWork(queries, viewer),
        () => {},
      )
    if ('startViewTransition' in document)
      loadChunk(() => import('#shell/navigation/photo-transition.ts')).then(
        ({ animatePhoto }) => (navigation.animate = animatePhoto),
        () => {},
      )
  }, BACKGROUND_DELAY_MS)
}

/** Starts the app: hydrates the server's HTML, or renders the page from content stored on this device. */
export async function startApp() {
  patchDomForTranslation()
  watchInstallPrompt()
  document.addEventListener('focusin', revealFocusedControl)
  const state = readState()
  const queries = createQueryClient()
  if (state.isShell) await (await import('#app/offline/open-stored-page.ts')).restoreLastUserContent(queries)
  else hydrate(queries, state.queries)
  dropStartParam()
  const viewer = () => queries.getQueryData(viewerQuery().queryKey) ?? null
  setPageViewer(viewer()?.id ?? null)
  // Loads the lazy components of the first page before hydration, because React would otherwise render nothing in their
  // place.
  const parts = [...(viewer() ? [Shell] : []), ...(state.error ? [ErrorPage] : [])]
  const open = (url: URL) =>
    openPage(routes, { queries, call, viewer: viewer(), t: englishTranslator, publicUrl: state.publicUrl }, url)
  const [first] = await Promise.all([loadFirstPage(state, open), ...parts.map((part) => part.load())])
  assignFirstEntryKey()
  const navigation = new Navigation({
    history: createBrowserHistory(),
    open,
    first,
    onLeave: saveScrollPosition,
    leaveApp: (to) => window.location.assign(to),
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const app = (
    <App
      queries={queries}
      supportContact={state.supportContact}
      savesData={state.isShell ? shouldSaveData() : state.savesData === true}
    >
      <PageRouter navigation={navigation} renderView={(view) => <PageView view={view} />} />
    </App>
  )
  recordFailedStyleSheets()
  watchSignOut()
  watchLogIn()
  loadRemainingCode(first, queries, navigation)
  recordHydrationStart()
  if (state.isShell) return createRoot(root).render(app)
  // A transition hydrates in small steps, so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(root, app))
}
