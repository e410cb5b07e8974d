import type { Viewer } from '@pawtrait/contract/users.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '#lib/server/query-client.ts'
import { viewerQuery } from '#shell/viewer.ts'
import { ToastProvider } from '#ui/overlays/Toast.tsx'
import { aViewer } from './fixtures.ts'
import { render } from './render.tsx'

type AppOptions = { viewer?: Viewer | null; queries?: QueryClient; at?: string }

/** Renders part of the app for a signed-in user, or for a visitor if `viewer` is null. Returns the query cache. */
export function renderApp(
  element: ReactNode,
  { viewer = aViewer(), queries = createQueryClient({ retries: 0 }), at = '/' }: AppOptions = {},
): QueryClient {
  queries.setQueryData(viewerQuery().queryKey, viewer)
  if (viewer) queries.setQueryData(['user-pets', viewer.id], { pets: [] })
  render(
    <QueryClientProvider client={queries}>
      <ToastProvider>{element}</ToastProvider>
    </QueryClientProvider>,
    at,
  )
  return queries
}
