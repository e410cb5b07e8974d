import { createReplyCheck } from './create-reply-check.ts'
import { htmlToText } from './html-to-text.ts'
import { linkMentions } from './link-mentions.ts'
import { getMastodonProfileUrl } from './mastodon-posts.ts'
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

/** Path of Pixelfed's JSON file. The export has no photos, but some users put this file and the photos into a ZIP. */
export const pixelfedPostsFilePattern = /(?:^|\/)(?:pixelfed-)?statuses\.json$/

/** Returns the list of posts. Tools such as `mastodon-archive` write an object with the list as `statuses`. */
const parseStatuses = (json: unknown) => filterObjects(isObject(json) ? json.statuses : json)

/** Returns whether parsed JSON is a list of posts from the API of Pixelfed or Mastodon. */
export const isPixelfedExport = (json: unknown): boolean =>
  parseStatuses(json).some(({ media_attachments }) => Array.isArray(media_attachments))

const isStill = ({ mime, type }: JsonObject) => /^image(?:$|\/)/i.test(toStringOrEmpty(mime) || toStringOrEmpty(type))
const isMoving = ({ mime, type }: JsonObject) => /^video(?:$|\/)/i.test(toStringOrEmpty(mime) || toStringOrEmpty(type))

/**
 * Returns the posts of Pixelfed's data export, a list of responses of its API. Each photo is a URL and a `description`.
 * Source: https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Settings/ExportSettings.php and
 * https://github.com/pixelfed/pixelfed/blob/dev/app/Transformer/Api/StatusTransformer.php
 */
export function parsePixelfedPosts(...files: unknown[]): ParsedArchive {
  const skippedCounts = createSkippedCounts()
  const statuses = files.flatMap(parseStatuses)
  const isReply = createReplyCheck(
    new Map(statuses.map(({ id, in_reply_to_id }) => [idToString(id), idToString(in_reply_to_id)])),
  )
  const posts = statuses.flatMap(
    (status) => parsePost(status, isReply(idToString(status.in_reply_to_id)), skippedCounts) ?? [],
  )
  return { posts, skippedCounts }
}

function parsePost(status: JsonObject, isReply: boolean, skippedCounts: SkippedCounts): ParsedPost | null {
  const media = filterObjects(status.media_attachments)
  const still = media.filter(isStill)
  skippedCounts.videos += media.filter(isMoving).length
  const audience = audiences[toStringOrEmpty(status.visibility)]
  const postedAt = toIsoTime(toStringOrEmpty(status.created_at))
  const id = toStringOrEmpty(status.uri) || toStringOrEmpty(status.url) || idToString(status.id)
  const isShare = isObject(status.reblog) || status.pf_type === 'share'
  if (isShare) skippedCounts.shares += 1
  else if (isReply) skippedCounts.replies += 1
  else if (!audience) skippedCounts.privates += 1
  else if (media.length === 0) skippedCounts.words += 1
  if (isShare || isReply || !audience || still.length === 0 || !postedAt || id === '') return null
  return {
    network: /\/statuses\/[^/]+$/.test(id) ? 'mastodon' : 'pixelfed',
    id,
    postedAt,
    caption: truncateCaption(parseText(status, id)),
    photos: still.map(({ url, description }) => ({
      path: toStringOrEmpty(url),
      alt: truncateAlt(toStringOrEmpty(description)),
    })),
    audience,
    sensitive: status.sensitive === true,
  }
}

// Audience for each value of `visibility`. Other values are skipped: drafts, archived posts, posts to named people.
const audiences: Record<string, ParsedPost['audience']> = {
  public: 'everyone',
  unlisted: 'everyone',
  private: 'followers',
}

/** Returns the text, with a content warning as its first line. Older servers deliver the text only as HTML. */
function parseText({ spoiler_text, content_text, content, mentions }: JsonObject, id: string): string {
  const text = toStringOrEmpty(content_text).trim() || htmlToText(toStringOrEmpty(content))
  const getProfileUrl = (name: string) => {
    const mention = filterObjects(mentions).find(
      ({ username }) => idToString(username).toLowerCase() === name.toLowerCase(),
    )
    return toStringOrEmpty(mention?.url) || getMastodonProfileUrl(id, name)
  }
  return linkMentions([toStringOrEmpty(spoiler_text), text].filter((part) => part !== '').join('\n\n'), getProfileUrl)
}
