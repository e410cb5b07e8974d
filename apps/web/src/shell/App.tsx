import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { english, Language } from '#i18n/use-translate.ts'
import { SupportContact } from './support-contact.ts'

type AppProps = { queries: QueryClient; supportContact: string; children: ReactNode }

/** Providers around every page, on the server and in the browser. */
export function App({ queries, supportContact, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SupportContact value={supportContact}>
          <Language value={english}>{children}</Language>
        </SupportContact>
      </QueryClientProvider>
    </StrictMode>
  )
}
