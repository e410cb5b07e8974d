import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './PetChips.module.css'

const QuickAddPetDialog = lazyDialog(async () => (await import('./QuickAddPetDialog.tsx')).QuickAddPetDialog)

type PetChipsProps = {
  pets: readonly PetCard[]
  chosen: readonly PetCard['id'][]
  onChange: (chosen: PetCard['id'][]) => void
  /** Photo that the form of a new pet offers as portrait. */
  photo?: File | null
}

/** Toggle buttons that tag the viewer's pets in a post or story, and a button that adds a pet. */
export function PetChips({ pets, chosen, onChange, photo = null }: PetChipsProps) {
  const t = useTranslate()
  const [isAdding, setAdding] = useState(false)
  const toggle = (id: PetCard['id']) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className={styles.pets}>
      <legend>{t(phrases.pets.taggedPetsLegend)}</legend>
      {pets.map((pet) => (
        <Chip key={pet.id} pressed={chosen.includes(pet.id)} onClick={() => toggle(pet.id)}>
          <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />
          <span>
            <bdi>{pet.name}</bdi>
          </span>
        </Chip>
      ))}
      <Chip onClick={() => setAdding(true)}>
        <Icon path={plus} size={18} />
        {t(pets.length === 0 ? phrases.pets.quickAddTitle : phrases.pets.addPet)}
      </Chip>
      <QuickAddPetDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        photo={photo}
        onAdded={(pet) => onChange([...chosen, pet.id])}
      />
    </fieldset>
  )
}
