import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import { type Species, speciesNames } from '@pawtrait/contract/pets/pets.ts'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { Note } from '#ui/states/Note.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './AnimalFilterPage.module.css'
import { FilterWordsField } from './FilterWordsField.tsx'
import { speciesFilterQuery, useSpeciesFilter } from './use-species-filter.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchQuery(speciesFilterQuery(call))
  return { head: createPageHead(t, t(phrases.blocks.hiddenAnimals)) }
})

/** The page at `/settings/animals`: filter for animals that the viewer does not want to see. */
export function AnimalFilterPage() {
  const t = useTranslate()
  const { query } = useSpeciesFilter()
  return (
    <CardPage title={t(phrases.blocks.hiddenAnimalsPageTitle)}>
      <Note icon={paw}>{t(phrases.blocks.hiddenAnimalsText)}</Note>
      <QueryContent query={query} failed={t(phrases.blocks.hiddenAnimalsLoadFailed)}>
        {(filter) => <SpeciesFilterForm filter={filter} />}
      </QueryContent>
    </CardPage>
  )
}

/** Switches that hide species, and words that hide breeds. Each change is saved immediately. */
function SpeciesFilterForm({ filter }: { filter: SpeciesFilter }) {
  const t = useTranslate()
  const { save, error } = useSpeciesFilter()
  const count = filter.species.length + filter.words.length
  const toggle = (species: Species) =>
    save({
      ...filter,
      species: filter.species.includes(species)
        ? filter.species.filter((other) => other !== species)
        : [...filter.species, species],
    })
  return (
    <>
      <fieldset className={styles.kinds}>
        <legend>{t(phrases.blocks.hiddenSpeciesLegend)}</legend>
        {speciesNames.map((species) => (
          <button
            key={species}
            type="button"
            className={styles.kind}
            aria-pressed={filter.species.includes(species)}
            onClick={() => toggle(species)}
          >
            <PetFrame kind={species} backdrop="fog" size={64} />
            {t(speciesLabels[species])}
          </button>
        ))}
      </fieldset>
      <FilterWordsField words={filter.words} onChange={(next) => save({ ...filter, words: next })} />
      <p role="status" className="muted">
        {count > 0 ? t(phrases.blocks.hiddenAnimalCount, { count }) : t(phrases.blocks.noHiddenAnimals)}
      </p>
      <CallErrorMessage title={t(phrases.blocks.hiddenAnimalsSaveFailed)} error={error} />
    </>
  )
}
