import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { ChosenPicture } from '#features/media/upload-picture.ts'

/** Picture to save: unchanged, a chosen photo, the portrait of a pet, or none (initials). */
export type ImageChoice =
  | { kind: 'keep' }
  | { kind: 'picture'; picture: ChosenPicture }
  | { kind: 'pet'; pet: PetCard }
  | { kind: 'none' }

export type ProfileDraft = { fullname: string; bio: string; image: ImageChoice }

export const toProfileDraft = ({ fullname, bio }: Profile): ProfileDraft => ({ fullname, bio, image: { kind: 'keep' } })

/** Returns the changed fields, in the order of the form. */
export function listChangedProfileFields(before: Profile, now: ProfileDraft): (keyof ProfileDraft)[] {
  return [
    ...(now.fullname === before.fullname ? [] : (['fullname'] as const)),
    ...(now.bio === before.bio ? [] : (['bio'] as const)),
    ...(now.image.kind === 'keep' ? [] : (['image'] as const)),
  ]
}

/** Returns the newer version `theirs`, with the user's changes from `before` to `mine` applied. */
export const mergeProfileDrafts = (before: Profile, mine: ProfileDraft, theirs: Profile): ProfileDraft => ({
  fullname: mine.fullname === before.fullname ? theirs.fullname : mine.fullname,
  bio: mine.bio === before.bio ? theirs.bio : mine.bio,
  image: mine.image,
})

/** Returns the URL of the chosen picture; null for initials. */
export function getImageUrl(choice: ImageChoice, stored: string | null): string | null {
  if (choice.kind === 'picture') return choice.picture.preview
  if (choice.kind === 'pet') return choice.pet.portrait
  return choice.kind === 'none' ? null : stored
}
