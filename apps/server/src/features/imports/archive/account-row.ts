import { ProfileChange } from '@pawtrait/contract/profiles.ts'
import * as v from 'valibot'
import { ArchiveInstant } from './archive-instant.ts'
import { ArchivePicture } from './archive-picture.ts'

export const AccountRow = v.object({
  bio: v.unwrap(ProfileChange.entries.bio),
  createdAt: ArchiveInstant,
  picture: v.nullish(ArchivePicture),
})
