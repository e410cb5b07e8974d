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

/** Delivered as a single file without photos; some users put it into a ZIP with theirs. */
export const pixelfedPostsFile = /(?:^|\/)(?:pixelfed-)?statuses\.json$/

/** Returns whether JSON under any file name is Pixelfed's list of posts. */
export const isPixelfed = (json: unknown): boolean =>
  Array.isArray(json) && json.some((post) => isObject(post) && Array.isArray(post.media_attachments))

const isStill = ({ mime, type }: Json) => /^image(?:$|\/)/i.test(textIn(mime) || textIn(type))
const isMoving = ({ mime, type }: Json) => /^video(?:$|\/)/i.test(textIn(mime) || textIn(type))

/**
 * Returns the posts of Pixelfed's data export, which has its API's responses. Photos are URLs; `description` is their
 * description.
 * Written by https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/Settings/ExportSettings.php and
 * https://github.com/pixelfed/pixelfed/blob/dev/app/Transformer/Api/StatusTransformer.php
 */
export function pixelfedPosts(json: unknown): Found {
  const leftOut = nothingLeftOut()
  const posts = listIn(json).flatMap((status) => {
    const archivedPost = postOf(status, leftOut)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, leftOut }
}

function postOf(status: Json, leftOut: LeftOut): ArchivedPost | null {
  const media = listIn(status.media_attachments)
  const still = media.filter(isStill)
  leftOut.videos += media.filter(isMoving).length
  const audience = audiences[textIn(status.visibility)]
  const postedAt = timeOf(textIn(status.created_at))
  const id = textIn(status.uri) || textIn(status.url) || textIn(status.id)
  const isReply = textIn(status.in_reply_to_id) !== ''
  const isShare = isObject(status.reblog) || status.pf_type === 'share'
  if (isShare) leftOut.shares += 1
  else if (isReply) leftOut.replies += 1
  else if (!audience) leftOut.privates += 1
  else if (media.length === 0) leftOut.words += 1
  if (isShare || isReply || !audience || still.length === 0 || !postedAt || id === '') return null
  return {
    network: 'pixelfed',
    id,
    postedAt,
    caption: fittedCaption(wordsOf(status)),
    photos: still.map(({ url, description }) => ({ path: textIn(url), alt: fittedAlt(textIn(description)) })),
    audience,
    sensitive: status.sensitive === true,
  }
}

// Drafts, archived posts and posts to named people have other values, and are skipped.
const audiences: Record<string, ArchivedPost['audience']> = {
  public: 'everyone',
  unlisted: 'everyone',
  private: 'followers',
}

/** A content warning becomes the first line. Older servers deliver only HTML. */
function wordsOf({ spoiler_text, content_text, content }: Json): string {
  const words = textIn(content_text).trim() || htmlText(textIn(content))
  return [textIn(spoiler_text), words].filter((part) => part !== '').join('\n\n')
}
