import { data, redirect, type RouteObject } from 'react-router'
import { ErrorPage } from './ErrorPage.tsx'
import { Frame } from './Frame.tsx'

/** How a page reaches the browser: `hydrate` renders it on the server too, `shell` sends its data and a skeleton. */
export type PageHandle = { source: string; mode: 'hydrate' | 'shell' }

type PageModule = { Component: React.ComponentType; loader: NonNullable<RouteObject['loader']> }

/** A page loaded when it is first visited. `source` finds its files in the build's manifest. */
function page(path: string, mode: PageHandle['mode'], source: string, load: () => Promise<PageModule>): RouteObject {
  return { path, handle: { source, mode } satisfies PageHandle, lazy: async () => load() }
}

/** The specification writes dashboard pages with and without the prefix; the longer one stands (product.md §2.2). */
const shortened: RouteObject[] = ['create', 'search', 'premium', 'profile', 'dashboard/dashboard'].map((path) => ({
  path: `/${path}`,
  loader: ({ request }) =>
    redirect(`/dashboard${path.startsWith('dashboard') ? '' : `/${path}`}${new URL(request.url).search}`),
}))

/** Every page of the app. Landing, sign-up and log-in are not here: they are sent without React. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      ...shortened,
      page('/dev/ui', 'shell', 'src/app/dev/UiPage.tsx', async () => {
        const { UiPage } = await import('./dev/UiPage.tsx')
        return { Component: UiPage, loader: () => ({ head: { title: 'Components', hidden: true } }) }
      }),
      { path: '*', loader: () => Promise.reject(data(null, { status: 404 })) },
    ],
  },
]
