import {
  type ArchivedPost,
  type Found,
  fittedAlt,
  fittedCaption,
  isObject,
  isVideo,
  type Json,
  listIn,
  nothingLeftOut,
  textIn,
  timeOf,
} from './archived-post.ts'
import { mendedText } from './mended-text.ts'

/** `your_instagram_activity/content/posts_1.json`, `…/media/posts_1.json`, before 2023 `content/posts_1.json`. */
export const instagramPostsFile = /(?:^|\/)posts_\d+\.json$/
/** The same as HTML pages, whose dates are localised and not machine-readable. */
export const instagramPageFile = /(?:^|\/)posts_\d+\.html$/
/** Stories and reels beside the posts: `ig_stories`, `ig_reels_media`. */
export const instagramOtherFile = /(?:^|\/)(?:stories|reels)\.json$/

/**
 * Returns the posts of Instagram's JSON download, a list of `{ title, creation_timestamp, media: [{ uri, title,
 * creation_timestamp }] }`. A post with one photo has text and time at the photo. Posts have no id; the first file's
 * name contains one.
 * Read as in https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/ImportPostController.php, described
 * at https://github.com/PersonalDataPipeline/pdpl-cli
 */
export function instagramPosts(json: unknown): Found {
  const leftOut = nothingLeftOut()
  const posts = listIn(Array.isArray(json) ? json : [json]).flatMap((post) => {
    const media = listIn(post.media)
    const still = media.filter(({ uri }) => textIn(uri) !== '' && !isVideo(textIn(uri)))
    leftOut.videos += media.filter(({ uri }) => isVideo(textIn(uri))).length
    if (media.length === 0) leftOut.words += 1
    const archivedPost = postOf(post, media, still)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, leftOut }
}

function postOf(post: Json, media: Json[], still: Json[]): ArchivedPost | null {
  const [first] = media
  const seconds = Number(post.creation_timestamp ?? first?.creation_timestamp)
  const postedAt = timeOf(seconds * 1000)
  if (!first || still.length === 0 || !postedAt) return null
  const words = textIn(post.title) || (media.length === 1 ? textIn(first.title) : '')
  return {
    network: 'instagram',
    id: textIn(first.uri).split('/').at(-1) ?? '',
    postedAt,
    caption: fittedCaption(mendedText(words)),
    // Most downloads omit descriptions.
    photos: still.map(({ uri, alt_text }) => ({
      path: mendedText(textIn(uri)),
      alt: fittedAlt(mendedText(textIn(alt_text))),
    })),
    audience: 'everyone',
    sensitive: false,
  }
}

/** Returns the number of stories or reels in such a file. */
export const instagramOthers = (json: unknown): number =>
  isObject(json) ? Object.values(json).reduce((sum: number, list) => sum + listIn(list).length, 0) : 0
