import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** Sets the tab's title, for pages without a head from their loader. */
export function usePageTitle(page: string) {
  const title = useTranslate()(phrases.app.pageTitle, { page })
  useEffect(() => {
    document.title = title
  }, [title])
}
