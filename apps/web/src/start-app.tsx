import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/app-base.css'
import '#ui/app-tokens.css'
import '#ui/base.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { Shell } from '#app/PageLayout.tsx'
import { PageView } from '#app/PageView.tsx'
import { routes } from '#app/routes.tsx'
import { watchSignOut } from '#features/sign-in/sessions/local-sign-out.ts'
import { watchLogIn } from '#features/sign-in/sessions/watch-log-in.ts'
import { englishTranslator } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { loadChunk, watchStyles } from '#lib/server/load-chunk.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { surviveTranslation } from '#lib/survive-translation.ts'
import { App } from '#shell/App.tsx'
import { Navigation, type PageResult } from '#shell/navigation/navigation.ts'
import { findPage, openPage } from '#shell/navigation/open-page.ts'
import { ErrorPage, UnavailablePage } from '#shell/navigation/PageBoundary.tsx'
import { PageRouter } from '#shell/navigation/PageRouter.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { nameFirstEntry, saveScrollPosition } from '#shell/navigation/scroll-restoration.ts'
import { type PageState, STATE_ELEMENT_ID } from '#shell/page-state.ts'
import { viewerQuery } from '#shell/viewer.ts'
import { ChunkLoadSheet, startHydration } from '#ui/states/lazy-component.tsx'

const DRAWN_MS = 1000 // delay before the error pages are preloaded: about the time of the first paint
const SETTLED_MS = 3000 // delay before other background work, which must not slow down the first paint

function readState(): PageState {
  const text = document.getElementById(STATE_ELEMENT_ID)?.textContent
  if (!text) throw new Error('The page came without its data.')
  // The cast is safe: our server wrote the state for this build.
  return JSON.parse(text) as PageState
}

/** Loads the code of the first page. Its data is in the cache already, from the state in the server's HTML. */
async function firstFound({ error }: PageState): Promise<PageResult> {
  if (error) return { page: null, error: new PageError(error.status, error.requestId) }
  const { path, source, load } = findPage(routes, window.location).page
  const { Component } = await load()
  return { page: { path, source, Component, head: null } }
}

/** Loads parts in the background. Failures are ignored. */
function loadTheRest({ page }: PageResult) {
  setTimeout(() => {
    for (const part of [ErrorPage, UnavailablePage, ChunkLoadSheet]) part.load().catch(() => {})
  }, DRAWN_MS)
  setTimeout(() => {
    if (page)
      loadChunk(() => import('#lib/server/vitals.ts')).then(
        ({ measureVitals }) => measureVitals(page.path),
        () => {},
      )
  }, SETTLED_MS)
}

/** Starts the app: hydrates the server's HTML. */
export async function startApp() {
  surviveTranslation()
  const state = readState()
  const queries = createQueryClient()
  hydrate(queries, state.queries)
  const viewer = () => queries.getQueryData(viewerQuery().queryKey) ?? null
  setPageViewer(viewer()?.id ?? null)
  // Load the lazy components of the first page before hydration. Otherwise React would render nothing in their place.
  const parts = [...(viewer() ? [Shell] : []), ...(state.error ? [ErrorPage] : [])]
  const [first] = await Promise.all([firstFound(state), ...parts.map((part) => part.load())])
  nameFirstEntry()
  const navigation = new Navigation({
    history: createBrowserHistory(),
    open: (url) =>
      openPage(routes, { queries, call, viewer: viewer(), t: englishTranslator, publicUrl: state.publicUrl }, url),
    first,
    onLeave: saveScrollPosition,
    leaveApp: (to) => window.location.assign(to),
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const app = (
    <App queries={queries} supportContact={state.supportContact}>
      <PageRouter navigation={navigation} draw={(view) => <PageView view={view} />} />
    </App>
  )
  watchStyles()
  watchSignOut()
  watchLogIn()
  loadTheRest(first)
  startHydration()
  // A transition hydrates in small steps, so that scrolling and typing stay responsive.
  startTransition(() => void hydrateRoot(root, app))
}
