import type { RouteObject } from 'react-router'

/** Every page of the app that React draws in the browser. */
export const routes: RouteObject[] = [
  { path: '/dev/ui', lazy: async () => ({ Component: (await import('./dev/UiPage.tsx')).UiPage }) },
]
