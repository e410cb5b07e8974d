import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { loadsForUser } from '#shell/page.ts'
import { BlockedList } from './BlockedList.tsx'
import { blockedQuery } from './block-cache.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(blockedQuery(call))
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.blocks.blocked) }), hidden: true } }
})

/** `/settings/blocked` */
export function BlockedPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.blocked)}>
      <p className="muted">{t(phrases.blocks.blockedLead)}</p>
      <BlockedList />
    </CardPage>
  )
}
