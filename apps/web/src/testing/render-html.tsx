import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { englishTranslator, TranslatorContext } from '#i18n/use-translate.ts'
import { onCleanUp } from './render.tsx'

/** Adds the server HTML of a page without React to the document. The page is removed after each test. */
export function renderHtml(element: ReactNode) {
  const host = document.createElement('div')
  host.innerHTML = renderToStaticMarkup(<TranslatorContext value={englishTranslator}>{element}</TranslatorContext>)
  document.body.append(host)
  onCleanUp(() => host.remove())
}
