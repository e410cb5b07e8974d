import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import { SpeciesFilterForm } from '#features/blocks/SpeciesFilterForm.tsx'
import { speciesFilterQuery, useSpeciesFilter } from '#features/blocks/use-species-filter.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Note } from '#ui/Note.tsx'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'
import styles from './AnimalsPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchQuery(speciesFilterQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('blocks.animals') }), hidden: true } }
})

/** `/settings/animals`: what one would rather not see. */
export function AnimalsPage() {
  const t = useTranslate()
  const { query } = useSpeciesFilter()
  return (
    <>
      <TopBar title={t('blocks.animalsShort')} back />
      <Content>
        <section className={styles.card}>
          <Note icon={paw}>{t('blocks.animalsLead')}</Note>
          {query.data ? (
            <SpeciesFilterForm filter={query.data} />
          ) : query.isError ? (
            <LoadFailed title={t('blocks.animalsFailed')} query={query} />
          ) : (
            <Loading label={t('app.loading')}>
              <Skeleton shape="block" />
            </Loading>
          )}
        </section>
      </Content>
    </>
  )
}
