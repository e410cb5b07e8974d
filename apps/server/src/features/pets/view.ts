import type { PetCard } from '@pawtrait/contract/pets.ts'
import { mediaAddress } from '#features/users/media-address.ts'

/** A pet as queries give it for a card; `portraitName` is a media name. */
export type PetCardRow = Omit<PetCard, 'portrait'> & { portraitName: string | null }

export const petCard = ({ portraitName, ...row }: PetCardRow): PetCard => ({
  ...row,
  portrait: mediaAddress(portraitName),
})
