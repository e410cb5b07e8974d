import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { loadsForUser } from '#shell/page.ts'
import { HiddenList } from './HiddenList.tsx'
import { hiddenQuery } from './hide-cache.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(hiddenQuery(call))
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.blocks.hidden) }), hidden: true } }
})

/** `/settings/hidden` */
export function HiddenPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.blocks.hidden)}>
      <p className="muted">{t(phrases.blocks.hiddenLead)}</p>
      <HiddenList />
    </CardPage>
  )
}
