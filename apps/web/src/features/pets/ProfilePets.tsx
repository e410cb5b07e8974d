import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import plus from '@phosphor-icons/core/regular/plus.svg?path'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { formatBreedAndAge } from './format-breed-and-age.ts'
import styles from './ProfilePets.module.css'

/** List of a user's pets. On the viewer's own profile, the list ends with a link to add a pet. */
export function ProfilePets({ pets, isMine }: { pets: readonly PetCard[]; isMine: boolean }) {
  const t = useTranslate()
  if (pets.length === 0 && !isMine) return null
  return (
    <ul className={styles.pets} aria-label={t(phrases.profiles.petsLabel)} tabIndex={-1}>
      {pets.map((pet) => (
        <li key={pet.id}>
          <PetTile pet={pet} />
        </li>
      ))}
      {isMine && (
        <li>
          <Link className={styles.add} to={paths.newPet} state="profile">
            <Icon path={plus} />
            {t(phrases.pets.addPet)}
          </Link>
        </li>
      )}
    </ul>
  )
}

function PetTile({ pet }: { pet: PetCard }) {
  const t = useTranslate()
  const now = useNow()
  const detail = formatBreedAndAge(t, pet, now) || t(speciesLabels[pet.species])
  return (
    <Link className={styles.tile} to={paths.pet(pet.slug)}>
      <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={60} />
      <span className={styles.words}>
        <b>
          <bdi>{pet.name}</bdi>
        </b>
        <span suppressHydrationWarning>{detail}</span>
      </span>
    </Link>
  )
}
