import { ProfileChange } from '@pawtrait/contract/profiles.ts'
import * as v from 'valibot'
import { ArchiveInstant } from './instant.ts'
import { ArchivePicture } from './picture.ts'

export const AccountRow = v.object({
  bio: v.unwrap(ProfileChange.entries.bio),
  createdAt: ArchiveInstant,
  picture: v.nullish(ArchivePicture),
})
