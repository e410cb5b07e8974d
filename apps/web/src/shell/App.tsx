import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { englishTranslator, TranslatorContext } from '#i18n/use-translate.ts'
import { DataSavingContext } from '#ui/photos/data-saving.ts'
import { SupportContactContext } from './support-contact.ts'

type AppProps = {
  queries: QueryClient
  supportContact: string
  /** True if photos are shown in small sizes, to use less data. */
  savesData?: boolean
  children: ReactNode
}

/** React context providers around every page, on the server and in the browser. */
export function App({ queries, supportContact, savesData = false, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SupportContactContext value={supportContact}>
          <DataSavingContext value={savesData}>
            <TranslatorContext value={englishTranslator}>{children}</TranslatorContext>
          </DataSavingContext>
        </SupportContactContext>
      </QueryClientProvider>
    </StrictMode>
  )
}
