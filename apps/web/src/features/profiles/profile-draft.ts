import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { Picture } from '#features/media/upload-picture.ts'

/** What will stand for a person: as it is, a chosen picture, a pet with a portrait, or initials. */
export type ImageChoice =
  | { kind: 'keep' }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'pet'; pet: PetCard }
  | { kind: 'none' }

/** A profile as its form holds it. */
export type ProfileDraft = { fullname: string; bio: string; image: ImageChoice }

/** The form for a profile as the server has it. */
export const draftOf = ({ fullname, bio }: Profile): ProfileDraft => ({ fullname, bio, image: { kind: 'keep' } })

/** What differs, in the order of the form. */
export function changedFields(before: Profile, now: ProfileDraft): (keyof ProfileDraft)[] {
  return [
    ...(now.fullname === before.fullname ? [] : (['fullname'] as const)),
    ...(now.bio === before.bio ? [] : (['bio'] as const)),
    ...(now.image.kind === 'keep' ? [] : (['image'] as const)),
  ]
}

/** What stands for a person: the picture just chosen before the stored one; null: initials (product.md §2.20). */
export function imageOf(choice: ImageChoice, stored: string | null): string | null {
  if (choice.kind === 'picture') return choice.picture.preview
  if (choice.kind === 'pet') return choice.pet.portrait
  return choice.kind === 'none' ? null : stored
}
