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

/** Pixelfed exports a single JSON file without photos. Some users put it into a ZIP together with their photos. */
export const pixelfedPostsFile = /(?:^|\/)(?:pixelfed-)?statuses\.json$/

/** Returns whether parsed JSON is Pixelfed's list of posts. For files that the user has renamed. */
export const isPixelfedExport = (json: unknown): boolean =>
  Array.isArray(json) && json.some((post) => isObject(post) && Array.isArray(post.media_attachments))

const isStill = ({ mime, type }: JsonObject) => /^image(?:$|\/)/i.test(stringOrEmpty(mime) || stringOrEmpty(type))
const isMoving = ({ mime, type }: JsonObject) => /^video(?:$|\/)/i.test(stringOrEmpty(mime) || stringOrEmpty(type))

/**
 * Returns the posts of Pixelfed's data export, a list of responses of its API. Photos are URLs, with `description` as
 * their description.
 * Source: https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Settings/ExportSettings.php and
 * https://github.com/pixelfed/pixelfed/blob/dev/app/Transformer/Api/StatusTransformer.php
 */
export function parsePixelfedPosts(json: unknown): ParsedArchive {
  const skippedCounts = noSkippedContent()
  const posts = filterObjects(json).flatMap((status) => {
    const archivedPost = postOf(status, skippedCounts)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, skippedCounts }
}

function postOf(status: JsonObject, skippedCounts: SkippedCounts): ArchivedPost | null {
  const media = filterObjects(status.media_attachments)
  const still = media.filter(isStill)
  skippedCounts.videos += media.filter(isMoving).length
  const audience = audiences[stringOrEmpty(status.visibility)]
  const postedAt = toIsoTime(stringOrEmpty(status.created_at))
  const id = stringOrEmpty(status.uri) || stringOrEmpty(status.url) || stringOrEmpty(status.id)
  const isReply = stringOrEmpty(status.in_reply_to_id) !== ''
  const isShare = isObject(status.reblog) || status.pf_type === 'share'
  if (isShare) skippedCounts.shares += 1
  else if (isReply) skippedCounts.replies += 1
  else if (!audience) skippedCounts.privates += 1
  else if (media.length === 0) skippedCounts.words += 1
  if (isShare || isReply || !audience || still.length === 0 || !postedAt || id === '') return null
  return {
    network: 'pixelfed',
    id,
    postedAt,
    caption: truncateCaption(wordsOf(status)),
    photos: still.map(({ url, description }) => ({
      path: stringOrEmpty(url),
      alt: truncateAlt(stringOrEmpty(description)),
    })),
    audience,
    sensitive: status.sensitive === true,
  }
}

// Audience by `visibility`. Posts with other values are skipped: drafts, archived posts, and posts to named people.
const audiences: Record<string, ArchivedPost['audience']> = {
  public: 'everyone',
  unlisted: 'everyone',
  private: 'followers',
}

/** Returns the text, with a content warning as its first line. Older servers deliver the text only as HTML. */
function wordsOf({ spoiler_text, content_text, content }: JsonObject): string {
  const words = stringOrEmpty(content_text).trim() || htmlToText(stringOrEmpty(content))
  return [stringOrEmpty(spoiler_text), words].filter((part) => part !== '').join('\n\n')
}
