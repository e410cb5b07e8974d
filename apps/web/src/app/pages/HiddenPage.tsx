import { hiddenQuery } from '#features/blocks/hide-cache.ts'
import { HiddenList } from '#features/blocks/HiddenList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'
import styles from './HiddenPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(hiddenQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.hidden') }), hidden: true } }
})

/** `/settings/hidden` */
export function HiddenPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('blocks.hidden')} back />
      <Content>
        <section className={styles.card}>
          <p className="muted">{t('blocks.hiddenLead')}</p>
          <HiddenList />
        </section>
      </Content>
    </>
  )
}
