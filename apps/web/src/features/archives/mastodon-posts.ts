import {
  type ArchivedPost,
  filterObjects,
  isObject,
  type JsonObject,
  noSkippedContent,
  type ParsedArchive,
  type SkippedCounts,
  stringOrEmpty,
  toIsoTime,
  truncateAlt,
  truncateCaption,
} from './archived-post.ts'
import { htmlToText } from './html-to-text.ts'

/** The file with the posts, at the top of the archive. */
export const mastodonPostsFile = /(?:^|\/)outbox\.json$/

const isPublic = (to: unknown) => [to].flat().some((name) => /(?:#|^as:|^)Public$/.test(stringOrEmpty(name)))
const isForFollowers = (to: unknown) => [to].flat().some((name) => stringOrEmpty(name).endsWith('/followers'))
const isStill = ({ mediaType }: JsonObject) => stringOrEmpty(mediaType).startsWith('image/')
const isMoving = ({ mediaType }: JsonObject) => stringOrEmpty(mediaType).startsWith('video/')

/**
 * Returns the posts of Mastodon's archive, an ActivityPub collection: `Create` is an own post, `Announce` a boost.
 * `attachment.url` is a path in the archive, `attachment.name` the description.
 * Source: https://github.com/mastodon/mastodon/blob/main/app/services/backup_service.rb and
 * https://github.com/mastodon/mastodon/blob/main/app/serializers/activitypub/note_serializer.rb
 */
export function parseMastodonPosts(json: unknown): ParsedArchive {
  const skippedCounts = noSkippedContent()
  const activities = isObject(json) ? filterObjects(json.orderedItems) : []
  const posts = activities.flatMap((activity) => {
    if (activity.type === 'Announce') skippedCounts.shares += 1
    const note = activity.object
    if (activity.type !== 'Create' || !isObject(note)) return []
    const archivedPost = postOf(note, skippedCounts)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, skippedCounts }
}

function postOf(note: JsonObject, skippedCounts: SkippedCounts): ArchivedPost | null {
  const attached = filterObjects(note.attachment)
  const still = attached.filter(isStill)
  skippedCounts.videos += attached.filter(isMoving).length
  const audience = audienceOf(note)
  const postedAt = toIsoTime(stringOrEmpty(note.published))
  if (note.inReplyTo) skippedCounts.replies += 1
  else if (!audience) skippedCounts.privates += 1
  else if (attached.length === 0) skippedCounts.words += 1
  if (note.inReplyTo || !audience || still.length === 0 || !postedAt) return null
  // A content warning becomes the first line of the caption.
  const words = [stringOrEmpty(note.summary), htmlToText(stringOrEmpty(note.content))]
    .filter((part) => part !== '')
    .join('\n\n')
  return {
    network: 'mastodon',
    id: stringOrEmpty(note.id),
    postedAt,
    caption: truncateCaption(words),
    photos: still.map(({ url, name }) => ({ path: stringOrEmpty(url), alt: truncateAlt(stringOrEmpty(name)) })),
    audience,
    sensitive: note.sensitive === true,
  }
}

/** Returns the audience; null for a post to named people only. */
function audienceOf({ to, cc }: JsonObject): ArchivedPost['audience'] | null {
  if (isPublic(to) || isPublic(cc)) return 'everyone'
  return isForFollowers(to) ? 'followers' : null
}
