import { PetId } from '@pawtrait/contract/ids.ts'
import { CalendarDate, NewPet } from '@pawtrait/contract/pets/pets.ts'
import * as v from 'valibot'
import { ArchiveInstant } from './archive-instant.ts'
import { ArchivePicture } from './archive-picture.ts'

export const PetRow = v.object({
  ...NewPet.entries,
  id: PetId,
  role: v.string(),
  createdAt: ArchiveInstant,
  diedOn: v.optional(CalendarDate, null),
  portrait: v.nullish(ArchivePicture),
})
export type PetRow = v.InferOutput<typeof PetRow>
