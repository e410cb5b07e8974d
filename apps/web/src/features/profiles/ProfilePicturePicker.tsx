import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { useState } from 'react'
import { PictureChooser } from '#features/media/PictureChooser.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './ProfilePicturePicker.module.css'
import type { ImageChoice } from './profile-draft.ts'

type ProfilePicturePickerProps = {
  user: Pick<Viewer, 'id' | 'fullname'>
  pets: readonly PetCard[]
  choice: ImageChoice
  /** URL of the picture to preview; null for initials. */
  image: string | null
  onChange: (choice: ImageChoice) => void
  onReading: (reading: Promise<unknown> | null) => void
}

/** Control to choose the picture of a user: a cropped photo, the portrait of a pet, or initials. */
export function ProfilePicturePicker({ user, pets, choice, image, onChange, onReading }: ProfilePicturePickerProps) {
  const t = useTranslate()
  const [pickerKey, setPickerKey] = useState(0)
  // Ignores a photo that was chosen earlier and is still being decoded, because it would replace this newer choice.
  const chooseInstead = (other: ImageChoice) => {
    setPickerKey(pickerKey + 1)
    onReading(null)
    onChange(other)
  }
  return (
    <section className={styles.picture} aria-label={t(phrases.profiles.ownPictureLabel)}>
      <span className={styles.avatar}>
        <Avatar id={user.id} name={user.fullname} image={image} size={112} />
      </span>
      <PictureChooser
        key={pickerKey}
        label={t(phrases.profiles.choosePhoto)}
        cropTitle={t(phrases.profiles.cropTitle)}
        shape="round"
        aspect={1}
        picture={choice.kind === 'picture' ? choice.picture : null}
        onChange={(picture) => onChange(picture ? { kind: 'picture', picture } : { kind: 'keep' })}
        onReading={onReading}
      />
      <PetPortraits pets={pets} choice={choice} onChoose={(pet) => chooseInstead({ kind: 'pet', pet })} />
      {image !== null && (
        <Button kind="quiet" small onClick={() => chooseInstead({ kind: 'none' })}>
          {t(phrases.profiles.removePicture)}
        </Button>
      )}
    </section>
  )
}

type PetPortraitsProps = Pick<ProfilePicturePickerProps, 'pets' | 'choice'> & { onChoose: (pet: PetCard) => void }

/** Buttons for the user's pets with a portrait, each of which can be the picture. */
function PetPortraits({ pets, choice, onChoose }: PetPortraitsProps) {
  const t = useTranslate()
  const withPortrait = pets.filter(({ portrait }) => portrait !== null)
  if (withPortrait.length === 0) return null
  return (
    <fieldset className={styles.pets}>
      <legend>{t(phrases.profiles.petPhotosNote)}</legend>
      {withPortrait.map((pet) => (
        <button
          key={pet.id}
          type="button"
          aria-label={t(phrases.profiles.petPhotoButton, { name: pet.name })}
          aria-pressed={choice.kind === 'pet' && choice.pet.id === pet.id}
          onClick={() => onChoose(pet)}
        >
          <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={46} />
        </button>
      ))}
    </fieldset>
  )
}
