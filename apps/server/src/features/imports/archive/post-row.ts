import { PetId, PostId } from '@pawtrait/contract/ids.ts'
import { NewPost } from '@pawtrait/contract/posts.ts'
import { Text, textLimits } from '@pawtrait/contract/text/clean-text.ts'
import * as v from 'valibot'
import { ArchiveInstant } from './archive-instant.ts'
import { ArchivePicture } from './archive-picture.ts'

const { caption, place, audience, replies } = NewPost.entries

export const PostRow = v.object({
  id: PostId,
  postedAt: ArchiveInstant,
  archivedAt: v.nullish(ArchiveInstant),
  pinnedAt: v.nullish(ArchiveInstant),
  caption,
  place,
  audience,
  replies,
  photos: v.pipe(v.array(v.object({ ...ArchivePicture.entries, alt: Text(textLimits.alt) })), v.maxLength(1_000)),
  pets: v.pipe(v.array(v.object({ id: PetId })), v.maxLength(100)),
})
export type PostRow = v.InferOutput<typeof PostRow>
