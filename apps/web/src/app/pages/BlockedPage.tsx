import { blockedQuery } from '#features/blocks/block-cache.ts'
import { BlockedList } from '#features/blocks/BlockedList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '../CardPage.tsx'
import { loadsForUser } from '../page.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(blockedQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.blocked') }), hidden: true } }
})

/** `/settings/blocked` */
export function BlockedPage() {
  const t = useTranslate()
  return (
    <CardPage title={t('blocks.blocked')}>
      <p className="muted">{t('blocks.blockedLead')}</p>
      <BlockedList />
    </CardPage>
  )
}
