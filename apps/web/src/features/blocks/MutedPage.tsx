import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { loadsForUser } from '#shell/page.ts'
import { MutedList } from './MutedList.tsx'
import { mutedQuery } from './mute-cache.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(mutedQuery(call))
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.blocks.muted) }), hidden: true } }
})

/** `/settings/muted` */
export function MutedPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.muted)}>
      <p className="muted">{t(phrases.blocks.mutedLead)}</p>
      <MutedList />
    </CardPage>
  )
}
