import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import { hydrate } from '@tanstack/react-query'
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
import { routes } from '#app/routes.tsx'
import { viewerQuery } from '#app/viewer.ts'
import { followSignOut } from '#features/users/signed-out.ts'
import { english } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { newQueries } from '#lib/queries.ts'
import { measureVitals } from '#lib/vitals.ts'

function readState(): PageState {
  const text = document.getElementById(STATE_ID)?.textContent
  if (!text) throw new Error('The page came without its data.')
  // Written by our own server for this build.
  return JSON.parse(text) as PageState
}

/** Lazy pages of the first address must be there before hydration, or React would render nothing in their place. */
async function loadFirstPage() {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

function hydrationOf({ router }: PageState): HydrationState {
  const { loaderData, error } = router
  if (!error) return { loaderData: loaderData ?? {} }
  return { loaderData: loaderData ?? {}, errors: { [error.routeId]: new ErrorResponse(error.status, '', null) } }
}

async function start() {
  const state = readState()
  const queries = newQueries()
  hydrate(queries, state.queries)
  await loadFirstPage()
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
  measureVitals()
  if (state.mode === 'hydrate') hydrateRoot(root, app)
  else createRoot(root).render(app)
}

void start()
