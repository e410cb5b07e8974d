import { createReplyCheck } from './create-reply-check.ts'
import { htmlToText } from './html-to-text.ts'
import { linkMentions } from './link-mentions.ts'
import {
  createSkippedCounts,
  filterObjects,
  idToString,
  isObject,
  type JsonObject,
  type ParsedArchive,
  type ParsedPost,
  type SkippedCounts,
  toIsoTime,
  toStringOrEmpty,
  truncateAlt,
  truncateCaption,
} from './parsed-archive.ts'

/** Path of the file with the posts. Mastodon's archive has it at the top; a repacked ZIP may have it in a folder. */
export const mastodonPostsFilePattern = /(?:^|\/)outbox\.json$/

/** Returns whether parsed JSON is an ActivityPub collection of posts. */
export const isMastodonExport = (json: unknown): boolean => isObject(json) && Array.isArray(json.orderedItems)

const isPublic = (to: unknown) => [to].flat().some((name) => /(?:#|^as:|^)Public$/.test(toStringOrEmpty(name)))
const isForFollowers = (to: unknown) => [to].flat().some((name) => toStringOrEmpty(name).endsWith('/followers'))
const isStill = ({ mediaType }: JsonObject) => toStringOrEmpty(mediaType).startsWith('image/')
const isMoving = ({ mediaType }: JsonObject) => toStringOrEmpty(mediaType).startsWith('video/')
const parseParentId = ({ inReplyTo }: JsonObject) => idToString(isObject(inReplyTo) ? inReplyTo.id : inReplyTo)

/**
 * Returns the posts of Mastodon's archive, an ActivityPub collection. `Create` is a post by the author, `Announce` a
 * boost. `attachment.url` is a path in the archive, `attachment.name` the description. Until 2025 Pixelfed exported the
 * same format, with URLs of the photos.
 * Source: https://github.com/mastodon/mastodon/blob/main/app/services/backup_service.rb and
 * https://github.com/mastodon/mastodon/blob/main/app/serializers/activitypub/note_serializer.rb
 */
export function parseMastodonPosts(...files: unknown[]): ParsedArchive {
  const skippedCounts = createSkippedCounts()
  const activities = files.flatMap((json) => (isObject(json) ? filterObjects(json.orderedItems) : []))
  skippedCounts.shares = activities.filter(({ type }) => type === 'Announce').length
  const notes = filterObjects(activities.filter(({ type }) => type === 'Create').map(({ object }) => object))
  const isReply = createReplyCheck(new Map(notes.map((note) => [idToString(note.id), parseParentId(note)])))
  const posts = notes.flatMap((note) => parsePost(note, isReply(parseParentId(note)), skippedCounts) ?? [])
  return { posts, skippedCounts }
}

function parsePost(note: JsonObject, isReply: boolean, skippedCounts: SkippedCounts): ParsedPost | null {
  const attached = filterObjects(note.attachment)
  const photos = attached.filter(isStill)
  skippedCounts.videos += attached.filter(isMoving).length
  const audience = parseAudience(note)
  const postedAt = toIsoTime(toStringOrEmpty(note.published))
  if (isReply) skippedCounts.replies += 1
  else if (!audience) skippedCounts.privates += 1
  else if (attached.length === 0) skippedCounts.words += 1
  if (isReply || !audience || photos.length === 0 || !postedAt) return null
  return {
    network: /\/p\/[^/]+\/\d+$/.test(idToString(note.id)) ? 'pixelfed' : 'mastodon',
    id: idToString(note.id),
    postedAt,
    caption: truncateCaption(parseText(note)),
    photos: photos.map(({ url, name }) => ({ path: toStringOrEmpty(url), alt: truncateAlt(toStringOrEmpty(name)) })),
    audience,
    sensitive: note.sensitive === true,
  }
}

/** Returns the text, with a content warning as its first line. */
function parseText(note: JsonObject): string {
  const parts = [toStringOrEmpty(note.summary), htmlToText(toStringOrEmpty(note.content))]
  const tags = filterObjects(note.tag).filter(({ type }) => type === 'Mention')
  const getProfileUrl = (username: string) => {
    const mention = tags.find(
      ({ name }) => toStringOrEmpty(name).toLowerCase().split('@')[1] === username.toLowerCase(),
    )
    return toStringOrEmpty(mention?.href) || getMastodonProfileUrl(idToString(note.id), username)
  }
  return linkMentions(parts.filter((part) => part !== '').join('\n\n'), getProfileUrl)
}

/** Returns the URL of a profile on the server of a post, or only the username if the post has no URL. */
export const getMastodonProfileUrl = (post: string, username: string): string =>
  URL.canParse(post) && /^https?:/.test(post) ? `${new URL(post).origin}/@${username}` : username

/** Returns the audience of a post, or null for a post to named people only. */
function parseAudience({ to, cc }: JsonObject): ParsedPost['audience'] | null {
  if (isPublic(to) || isPublic(cc)) return 'everyone'
  return isForFollowers(to) ? 'followers' : null
}
