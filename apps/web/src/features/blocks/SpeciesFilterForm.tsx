import type { SpeciesFilter } from '@pawtrait/contract/blocks.ts'
import { type Species, speciesNames } from '@pawtrait/contract/pets.ts'
import { speciesPhrases } from '#i18n/en/chosen/species.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { FilterWords } from './FilterWords.tsx'
import styles from './SpeciesFilterForm.module.css'
import { useSpeciesFilter } from './use-species-filter.ts'

/** Whole species to be switched off, and words of a breed; every press is saved. */
export function SpeciesFilterForm({ filter }: { filter: SpeciesFilter }) {
  const t = useTranslate()
  const words = useProblemWords()
  const { save, error } = useSpeciesFilter()
  const count = filter.species.length + filter.words.length
  const toggle = (species: Species) =>
    save({
      ...filter,
      species: filter.species.includes(species)
        ? filter.species.filter((one) => one !== species)
        : [...filter.species, species],
    })
  return (
    <>
      <fieldset className={styles.kinds}>
        <legend>{t(phrases.blocks.wholeKinds)}</legend>
        {speciesNames.map((species) => (
          <button
            key={species}
            type="button"
            className={styles.kind}
            aria-pressed={filter.species.includes(species)}
            onClick={() => toggle(species)}
          >
            <EaredFrame kind={species} backdrop="fog" size={64} />
            {t(speciesPhrases[species])}
          </button>
        ))}
      </fieldset>
      <FilterWords words={filter.words} onChange={(next) => save({ ...filter, words: next })} />
      <p role="status" className="muted">
        {count > 0 ? t(phrases.blocks.filtered, { count }) : t(phrases.blocks.animalsNone)}
      </p>
      {error && <ErrorBox title={t(phrases.blocks.filterFailed)}>{words(error)}</ErrorBox>}
    </>
  )
}
