import { paths } from '@pawtrait/contract/paths.ts'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import plus from '@phosphor-icons/core/regular/plus.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { PetTile } from './PetTile.tsx'
import styles from './ProfilePets.module.css'

/** The pets of a user; on one's own wall also the way to add one. */
export function ProfilePets({ pets, isMine }: { pets: readonly PetCard[]; isMine: boolean }) {
  const t = useTranslate()
  if (pets.length === 0 && !isMine) return null
  return (
    <ul className={styles.pets} aria-label={t(phrases.profiles.pets)}>
      {pets.map((pet) => (
        <li key={pet.id}>
          <PetTile pet={pet} to={paths.pet(pet.slug)} />
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
