import { mutedQuery } from '#features/blocks/mute-cache.ts'
import { MutedList } from '#features/blocks/MutedList.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'
import styles from './HiddenPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchInfiniteQuery(mutedQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.muted') }), hidden: true } }
})

/** `/settings/muted` */
export function MutedPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('blocks.muted')} back />
      <Content>
        <section className={styles.card}>
          <p className="muted">{t('blocks.mutedLead')}</p>
          <MutedList />
        </section>
      </Content>
    </>
  )
}
