import { hiddenQuery } from '#features/blocks/hide-cache.ts'
import { HiddenList } from '#features/blocks/HiddenList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '../CardPage.tsx'
import { loadsForUser } from '../page.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(hiddenQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.hidden') }), hidden: true } }
})

/** `/settings/hidden` */
export function HiddenPage() {
  const t = useTranslate()
  return (
    <CardPage title={t('blocks.hidden')}>
      <p className="muted">{t('blocks.hiddenLead')}</p>
      <HiddenList />
    </CardPage>
  )
}
