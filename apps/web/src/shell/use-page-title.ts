import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** Sets the title of the tab, for pages that have no head from a loader. */
export function usePageTitle(page: string) {
  const title = useTranslate()(phrases.app.pageTitle, { page })
  useEffect(() => {
    document.title = title
  }, [title])
}
