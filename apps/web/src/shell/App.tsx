import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { englishTranslator, TranslatorContext } from '#i18n/use-translate.ts'
import { SupportContactContext } from './support-contact.ts'

type AppProps = { queries: QueryClient; supportContact: string; children: ReactNode }

/** Providers around every page, on the server and in the browser. */
export function App({ queries, supportContact, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SupportContactContext value={supportContact}>
          <TranslatorContext value={englishTranslator}>{children}</TranslatorContext>
        </SupportContactContext>
      </QueryClientProvider>
    </StrictMode>
  )
}
