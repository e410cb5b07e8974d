import { useEffect } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** Sets the tab's title, for pages whose head the loader did not set. */
export function usePageTitle(page: string) {
  const title = useTranslate()(phrases.app.pageTitle, { page })
  useEffect(() => {
    document.title = title
  }, [title])
}
