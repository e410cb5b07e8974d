import { paths } from '@pawtrait/contract/paths.ts'
import { speciesNames, speciesSlugs } from '@pawtrait/contract/pets/pets.ts'
import { speciesPluralLabels } from '#i18n/en/by-value/pets/species-plural-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import chip from '#ui/forms/Chip.module.css'
import { NavLink } from '#ui/Link.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './SpeciesLinks.module.css'

/** Links to the photos of each species. The current link is marked. */
export function SpeciesLinks() {
  const t = useTranslate()
  return (
    <nav className={styles.row} aria-label={t(phrases.search.animalsTitle)} tabIndex={-1}>
      {speciesNames.map((species) => (
        <NavLink key={species} className={chip.chip ?? ''} to={paths.species(speciesSlugs[species])}>
          <PetFrame kind={species} backdrop="fog" size={28} />
          {t(speciesPluralLabels[species])}
        </NavLink>
      ))}
    </nav>
  )
}
