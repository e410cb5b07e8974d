import { mutedQuery } from '#features/blocks/mute-cache.ts'
import { MutedList } from '#features/blocks/MutedList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '../CardPage.tsx'
import { loadsForUser } from '../page.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(mutedQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.muted') }), hidden: true } }
})

/** `/settings/muted` */
export function MutedPage() {
  const t = useTranslate()
  return (
    <CardPage title={t('blocks.muted')}>
      <p className="muted">{t('blocks.mutedLead')}</p>
      <MutedList />
    </CardPage>
  )
}
