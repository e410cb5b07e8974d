import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from '#shell/Shell.module.css'
import { useOwnPets } from '#shell/viewer.ts'
import { Link } from '#ui/Link.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'

const MAX_SHOWN = 6

/** List of the viewer's pets in the sidebar. Renders nothing without pets. */
export function OwnPets() {
  const t = useTranslate()
  const pets = useOwnPets()
  if (pets.length === 0) return null
  return (
    <nav className={styles.pets} aria-labelledby="your-pets">
      <h2 id="your-pets">{t(phrases.app.yourPets)}</h2>
      {pets.slice(0, MAX_SHOWN).map((pet) => (
        <Link key={pet.id} to={paths.pet(pet.slug)}>
          <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={36} />
          <span>
            <bdi>{pet.name}</bdi>
          </span>
        </Link>
      ))}
    </nav>
  )
}
