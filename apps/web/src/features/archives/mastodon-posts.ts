import {
  type ArchivedPost,
  type Found,
  fittedAlt,
  fittedCaption,
  isObject,
  type Json,
  type LeftOut,
  listIn,
  nothingLeftOut,
  textIn,
  timeOf,
} from './archived-post.ts'
import { htmlText } from './html-text.ts'

/** Next to `actor.json`, at the top of the archive. */
export const mastodonPostsFile = /(?:^|\/)outbox\.json$/

const isPublic = (to: unknown) => [to].flat().some((name) => /(?:#|^as:|^)Public$/.test(textIn(name)))
const isForFollowers = (to: unknown) => [to].flat().some((name) => textIn(name).endsWith('/followers'))
const isStill = ({ mediaType }: Json) => textIn(mediaType).startsWith('image/')
const isMoving = ({ mediaType }: Json) => textIn(mediaType).startsWith('video/')

/**
 * Returns the posts of Mastodon's archive, an ActivityPub collection: `Create` is an own post, `Announce` a boost.
 * `attachment.url` is a path in the archive, `attachment.name` the description.
 * Written by https://github.com/mastodon/mastodon/blob/main/app/services/backup_service.rb and
 * https://github.com/mastodon/mastodon/blob/main/app/serializers/activitypub/note_serializer.rb
 */
export function mastodonPosts(json: unknown): Found {
  const leftOut = nothingLeftOut()
  const activities = isObject(json) ? listIn(json.orderedItems) : []
  const posts = activities.flatMap((activity) => {
    if (activity.type === 'Announce') leftOut.shares += 1
    const note = activity.object
    if (activity.type !== 'Create' || !isObject(note)) return []
    const archivedPost = postOf(note, leftOut)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, leftOut }
}

function postOf(note: Json, leftOut: LeftOut): ArchivedPost | null {
  const attached = listIn(note.attachment)
  const still = attached.filter(isStill)
  leftOut.videos += attached.filter(isMoving).length
  const audience = audienceOf(note)
  const postedAt = timeOf(textIn(note.published))
  if (note.inReplyTo) leftOut.replies += 1
  else if (!audience) leftOut.privates += 1
  else if (attached.length === 0) leftOut.words += 1
  if (note.inReplyTo || !audience || still.length === 0 || !postedAt) return null
  // A content warning becomes the first line.
  const words = [textIn(note.summary), htmlText(textIn(note.content))].filter((part) => part !== '').join('\n\n')
  return {
    network: 'mastodon',
    id: textIn(note.id),
    postedAt,
    caption: fittedCaption(words),
    photos: still.map(({ url, name }) => ({ path: textIn(url), alt: fittedAlt(textIn(name)) })),
    audience,
    sensitive: note.sensitive === true,
  }
}

/** Returns the audience; null for named people only. */
function audienceOf({ to, cc }: Json): ArchivedPost['audience'] | null {
  if (isPublic(to) || isPublic(cc)) return 'everyone'
  return isForFollowers(to) ? 'followers' : null
}
