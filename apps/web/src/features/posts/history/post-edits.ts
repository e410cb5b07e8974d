import type { PostId } from '@pawtrait/contract/ids.ts'
import { getPostEdits, type PostVersion } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the edits of the viewer's own post, newest first. */
export const postEditsQuery = (id: PostId, call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['post-edits', id],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      call(getPostEdits, { params: { id }, query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** One change within an edit. Excludes changes of the caption, which the page shows as a word diff. */
export type PostChangeLine =
  | { what: 'photosAdded' | 'photosRemoved'; count: number }
  | { what: 'first'; number: number }
  | { what: 'reordered' | 'newFirst' }
  | { what: 'cut' | 'adjusted' | 'described' | 'undescribed'; number: number }
  | { what: 'tagged' | 'untagged'; pet: string }
  | { what: 'place'; place: string }
  | { what: 'placeRemoved' }
  | { what: 'audience'; audience: PostVersion['audience'] }
  | { what: 'replies'; replies: PostVersion['replies'] }

type Photos = PostVersion['photos']

/** Returns the changes of photos. `number` is the position of a photo before the edit. */
function listPhotoLines(before: Photos, after: Photos): PostChangeLine[] {
  const photosBefore = new Map(before.map((photo, at) => [photo.id, { ...photo, number: at + 1 }]))
  const idsAfter = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !photosBefore.has(id)).length
  const removed = before.filter(({ id }) => !idsAfter.has(id)).length
  const listStayingIds = (photos: Photos) =>
    photos.filter(({ id }) => photosBefore.has(id) && idsAfter.has(id)).map(({ id }) => id)
  const lines: PostChangeLine[] = []
  if (added > 0) lines.push({ what: 'photosAdded', count: added })
  if (before.length > 0 && after[0] && !photosBefore.has(after[0].id)) lines.push({ what: 'newFirst' })
  if (removed > 0) lines.push({ what: 'photosRemoved', count: removed })
  if (listStayingIds(before).join() !== listStayingIds(after).join()) lines.push(describeOrder(before, after))
  for (const photo of after) {
    const previous = photosBefore.get(photo.id)
    if (!previous) continue
    const { number } = previous
    if (previous.rotate !== photo.rotate || JSON.stringify(previous.crop) !== JSON.stringify(photo.crop))
      lines.push({ what: 'cut', number })
    // Edits older than the adjustments feature lack this field.
    if (JSON.stringify(previous.adjustments ?? null) !== JSON.stringify(photo.adjustments ?? null))
      lines.push({ what: 'adjusted', number })
    if (previous.alt !== photo.alt) lines.push({ what: photo.alt ? 'described' : 'undescribed', number })
  }
  return lines
}

/**
 * Returns the change entry for reordered photos. If another photo is now first, `number` is that photo's old position.
 */
function describeOrder(before: Photos, after: Photos): PostChangeLine {
  const number = before.findIndex(({ id }) => id === after[0]?.id) + 1
  return number > 1 ? { what: 'first', number } : { what: 'reordered' }
}

/** Returns the changes of an edit except the caption. `nameOf` returns a pet's name, or undefined for a deleted pet. */
export function listChangeLines(
  before: PostVersion,
  after: PostVersion,
  nameOf: (pet: PostVersion['pets'][number]) => string | undefined,
): PostChangeLine[] {
  const listPetLines = (pets: PostVersion['pets'], without: PostVersion['pets'], what: 'tagged' | 'untagged') =>
    pets.filter((pet) => !without.includes(pet)).flatMap((pet) => ({ what, pet: nameOf(pet) ?? '?' }))
  const lines = [
    ...listPhotoLines(before.photos, after.photos),
    ...listPetLines(after.pets, before.pets, 'tagged'),
    ...listPetLines(before.pets, after.pets, 'untagged'),
  ]
  if (before.place !== after.place)
    lines.push(after.place ? { what: 'place', place: after.place } : { what: 'placeRemoved' })
  if (before.audience !== after.audience) lines.push({ what: 'audience', audience: after.audience })
  if (before.replies !== after.replies) lines.push({ what: 'replies', replies: after.replies })
  return lines
}
