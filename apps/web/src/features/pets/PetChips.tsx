import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { Link } from '#ui/Link.tsx'
import { EaredFrame } from '#ui/photos/EaredFrame.tsx'
import styles from './PetChips.module.css'

type PetChipsProps = {
  pets: readonly PetCard[]
  chosen: readonly PetCard['id'][]
  onChange: (chosen: PetCard['id'][]) => void
}

/** Toggle buttons that tag the viewer's pets in a post or story. */
export function PetChips({ pets, chosen, onChange }: PetChipsProps) {
  const t = useTranslate()
  const toggle = (id: PetCard['id']) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className={styles.pets}>
      <legend>{t(phrases.pets.taggedPetsLegend)}</legend>
      {pets.length === 0 && (
        <p className="muted">
          {t(phrases.pets.noPets)}{' '}
          <Link className="link" to={paths.newPet}>
            {t(phrases.pets.addPet)}
          </Link>
        </p>
      )}
      {pets.map((pet) => (
        <Chip key={pet.id} pressed={chosen.includes(pet.id)} onClick={() => toggle(pet.id)}>
          <EaredFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />
          <span>{pet.name}</span>
        </Chip>
      ))}
    </fieldset>
  )
}
