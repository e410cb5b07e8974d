import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { loadsForUser } from '#shell/page.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Note } from '#ui/Note.tsx'
import { SpeciesFilterForm } from './SpeciesFilterForm.tsx'
import { speciesFilterQuery, useSpeciesFilter } from './use-species-filter.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await queries.prefetchQuery(speciesFilterQuery(call))
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.blocks.animals) }), hidden: true } }
})

/** `/settings/animals`: what one would rather not see. */
export function AnimalsPage() {
  const t = useTranslate()
  const { query } = useSpeciesFilter()
  return (
    <CardPage title={t(phrases.blocks.animalsShort)}>
      <Note icon={paw}>{t(phrases.blocks.animalsLead)}</Note>
      <Loaded query={query} failed={t(phrases.blocks.animalsFailed)}>
        {(filter) => <SpeciesFilterForm filter={filter} />}
      </Loaded>
    </CardPage>
  )
}
