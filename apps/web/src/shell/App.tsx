import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { english, Language } from '#i18n/use-translate.ts'

/** What every page needs around it, on the server and in the browser. */
export function App({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Language value={english}>{children}</Language>
      </QueryClientProvider>
    </StrictMode>
  )
}
