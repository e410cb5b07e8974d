import { blockedQuery } from '#features/blocks/block-cache.ts'
import { BlockedList } from '#features/blocks/BlockedList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'
import styles from './HiddenPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(blockedQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.blocked') }), hidden: true } }
})

/** `/settings/blocked` */
export function BlockedPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('blocks.blocked')} back />
      <Content>
        <section className={styles.card}>
          <p className="muted">{t('blocks.blockedLead')}</p>
          <BlockedList />
        </section>
      </Content>
    </>
  )
}
