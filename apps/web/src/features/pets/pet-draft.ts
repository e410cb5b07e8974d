import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Picture } from '#features/media/upload-picture.ts'

/** A pet as its form holds it: what is not known is an empty text. */
export type PetDraft = Pick<Pet, 'name' | 'species' | 'breed' | 'sex' | 'backdrop' | 'bio'> & {
  /** `YYYY-MM-DD` or empty. */
  birthday: string
  gotchaDay: string
  portrait: Picture | null
}

/** The form for a pet that is not there yet. */
export const newDraft: PetDraft = {
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

/** The form for a pet as the server has it. */
export function draftOf(pet: Pet): PetDraft {
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

/** What the server is told. */
export function bodyOf({ portrait: _, birthday, gotchaDay, ...rest }: PetDraft) {
  return { ...rest, birthday: birthday || null, gotchaDay: gotchaDay || null }
}

const fields = ['name', 'species', 'backdrop', 'breed', 'sex', 'birthday', 'gotchaDay', 'bio', 'portrait'] as const

/** The fields that differ, in the order of the form. */
export const changedFields = (before: PetDraft, now: PetDraft) => fields.filter((field) => before[field] !== now[field])
