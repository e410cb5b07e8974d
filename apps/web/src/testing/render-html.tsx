import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { englishTranslator, TranslatorContext } from '#i18n/use-translate.ts'
import { onCleanUp } from './render.tsx'

/** Puts a page without React into the document as server HTML. The page is removed after each test. */
export function renderHtml(element: ReactNode) {
  const host = document.createElement('div')
  host.innerHTML = renderToStaticMarkup(<TranslatorContext value={englishTranslator}>{element}</TranslatorContext>)
  document.body.append(host)
  onCleanUp(() => host.remove())
}
