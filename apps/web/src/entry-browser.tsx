import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  RouterContextProvider,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from 'react-router'
import { App } from '#app/App.tsx'
import { pageEnv } from '#app/page.ts'
import { type PageState, STATE_ID } from '#app/page-state.ts'
import { Shell } from '#app/Frame.tsx'
import { ShellBar } from '#app/TopBar.tsx'
import { ErrorPage, routes } from '#app/routes.tsx'
import { viewerQuery } from '#app/viewer.ts'
import { followSignOut } from '#features/users/signed-out.ts'
import { english } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { newQueries } from '#lib/queries.ts'
import { loadChunk } from '#lib/load-chunk.ts'

const SETTLED_MS = 3000 // the page has been drawn: what can wait may not make that slower

function readState(): PageState {
  const text = document.getElementById(STATE_ID)?.textContent
  if (!text) throw new Error('The page came without its data.')
  // Written by our own server for this build.
  return JSON.parse(text) as PageState
}

/** The parts of the first page must be there before hydration, or React would render nothing in their place. */
async function loadFirstPage(parts: { load: () => Promise<void> }[]) {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all([
    ...parts.map((part) => part.load()),
    ...matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  ])
}

function hydrationOf({ router }: PageState): HydrationState {
  const { loaderData, error } = router
  if (!error) return { loaderData: loaderData ?? {} }
  return { loaderData: loaderData ?? {}, errors: { [error.routeId]: new ErrorResponse(error.status, '', null) } }
}

/** What nobody waits for. None of it is missed when it cannot be had. */
function loadTheRest() {
  const path = window.location.pathname
  setTimeout(() => {
    void ErrorPage.load().catch(() => {})
    loadChunk(() => import('#lib/vitals.ts')).then(
      ({ measureVitals }) => measureVitals(path),
      () => {},
    )
  }, SETTLED_MS)
}

async function start() {
  const state = readState()
  const queries = newQueries()
  hydrate(queries, state.queries)
  const isKnown = queries.getQueryData(viewerQuery().queryKey) !== null
  await loadFirstPage([...(isKnown ? [Shell, ShellBar] : []), ...(state.router.error ? [ErrorPage] : [])])
  const getContext = () => {
    const context = new RouterContextProvider()
    const viewer = queries.getQueryData(viewerQuery().queryKey) ?? null
    context.set(pageEnv, { queries, call, viewer, t: english, publicUrl: state.publicUrl })
    return context
  }
  const router = createBrowserRouter(routes, { getContext, hydrationData: hydrationOf(state) })
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const app = (
    <App queries={queries}>
      <RouterProvider router={router} />
    </App>
  )
  followSignOut()
  loadTheRest()
  // In small steps: whoever scrolls or types meanwhile is not kept waiting.
  startTransition(() => {
    if (state.mode === 'hydrate') hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

void start()
