import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { ChosenPicture } from '#features/media/upload-picture.ts'

/** Aspect ratio of the portrait in `PetFrame`, width divided by height. */
export const PORTRAIT_ASPECT_RATIO = 62 / 78

/** State of the pet form. An unknown breed, birthday or gotcha day is an empty string. */
export type PetDraft = Pick<Pet, 'name' | 'species' | 'breed' | 'sex' | 'backdrop' | 'bio'> & {
  /** Day as `YYYY-MM-DD`, or empty if unknown. */
  birthday: string
  gotchaDay: string
  portrait: ChosenPicture | null
}

export const emptyPetDraft: PetDraft = {
  name: '',
  species: 'dog',
  breed: '',
  sex: 'unknown',
  birthday: '',
  gotchaDay: '',
  backdrop: 'lagoon',
  bio: '',
  portrait: null,
}

export function toPetDraft(pet: Pet): PetDraft {
  const { name, species, breed, sex, birthday, gotchaDay, backdrop, bio } = pet
  return {
    name,
    species,
    breed,
    sex,
    birthday: birthday ?? '',
    gotchaDay: gotchaDay ?? '',
    backdrop,
    bio,
    portrait: null,
  }
}

export function toPetRequestBody({ portrait: _, birthday, gotchaDay, ...rest }: PetDraft) {
  return { ...rest, birthday: birthday || null, gotchaDay: gotchaDay || null }
}

const fields = ['name', 'species', 'backdrop', 'breed', 'sex', 'birthday', 'gotchaDay', 'bio', 'portrait'] as const

/** Returns the newer version `theirs`, with the user's changes from `before` to `mine` applied. */
export const mergePetDrafts = (before: PetDraft, mine: PetDraft, theirs: PetDraft): PetDraft => ({
  ...theirs,
  ...Object.fromEntries(listChangedPetFields(before, mine).map((field) => [field, mine[field]])),
})

/** Returns the changed fields, in the order of the form. */
export const listChangedPetFields = (before: PetDraft, now: PetDraft) =>
  fields.filter((field) => before[field] !== now[field])
