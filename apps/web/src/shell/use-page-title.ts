import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** The name of a page that brought no head of its own, in the title of the tab. */
export function usePageTitle(page: string) {
  const title = useTranslate()(phrases.app.pageTitle, { page })
  useEffect(() => {
    document.title = title
  }, [title])
}
