import { decodeMojibake } from './decode-mojibake.ts'
import { linkMentions } from './link-mentions.ts'
import {
  createSkippedCounts,
  filterObjects,
  isObject,
  isVideo,
  type JsonObject,
  type ParsedArchive,
  type ParsedPost,
  toIsoTime,
  toStringOrEmpty,
  truncateAlt,
  truncateCaption,
} from './parsed-archive.ts'

/**
 * Path of a posts file: `your_instagram_activity/{content,media}/posts_1.json`, or `content/posts_1.json` in archives
 * from 2022.
 */
export const instagramPostsFilePattern = /(?:^|\/)posts_\d+\.json$/
/** Path of a posts file in HTML format, which cannot be imported: its dates are not machine-readable. */
export const instagramHtmlFilePattern = /(?:^|\/)posts_\d+\.html$/
/** Path of a file that lists stories or reels. */
export const instagramStoriesFilePattern = /(?:^|\/)(?:stories|reels)\.json$/

/** Returns whether parsed JSON is Instagram's list of posts. */
export const isInstagramExport = (json: unknown): boolean =>
  filterObjects([json].flat()).some(({ media }) => filterObjects(media).some(({ uri }) => toStringOrEmpty(uri) !== ''))

/** Returns whether a file is a video. Also checks the metadata, because some video files have no extension. */
const isMoving = ({ uri, media_metadata }: JsonObject) =>
  isVideo(toStringOrEmpty(uri)) ||
  (isObject(media_metadata) && isObject(media_metadata.video_metadata) && !isObject(media_metadata.photo_metadata))

const getProfileUrl = (username: string) => `https://www.instagram.com/${username}/`

/**
 * Returns the posts of Instagram's JSON download, a list of `{ title, creation_timestamp, media: [{ uri, title,
 * creation_timestamp }] }`. A post with one photo has its text and time in `media`. Posts have no id, so the name of
 * the first media file serves as the id.
 * The format follows https://github.com/pixelfed/pixelfed/blob/dev/app/Http/Controllers/ImportPostController.php and
 * https://github.com/PersonalDataPipeline/pdpl-cli
 */
export function parseInstagramPosts(...files: unknown[]): ParsedArchive {
  const skippedCounts = createSkippedCounts()
  const posts = filterObjects(files.flat()).flatMap((post) => {
    const media = filterObjects(post.media)
    const still = media.filter((file) => toStringOrEmpty(file.uri) !== '' && !isMoving(file))
    skippedCounts.videos += media.filter(isMoving).length
    if (media.length === 0) skippedCounts.words += 1
    const archivedPost = parsePost(post, media, still)
    return archivedPost ? [archivedPost] : []
  })
  return { posts, skippedCounts }
}

function parsePost(post: JsonObject, media: JsonObject[], still: JsonObject[]): ParsedPost | null {
  const [first] = media
  const seconds = Number(post.creation_timestamp ?? first?.creation_timestamp)
  const postedAt = toIsoTime(seconds * 1000)
  if (!first || still.length === 0 || !postedAt) return null
  const caption = toStringOrEmpty(post.title) || (media.length === 1 ? toStringOrEmpty(first.title) : '')
  return {
    network: 'instagram',
    id: toStringOrEmpty(first.uri).split('/').at(-1) ?? '',
    postedAt,
    caption: truncateCaption(linkMentions(decodeMojibake(caption), getProfileUrl)),
    // `alt_text` is missing in most downloads.
    photos: still.map(({ uri, alt_text }) => ({
      path: decodeMojibake(toStringOrEmpty(uri)),
      alt: truncateAlt(decodeMojibake(toStringOrEmpty(alt_text))),
    })),
    audience: 'everyone',
    sensitive: false,
  }
}

/** Returns the number of stories or reels in the JSON of a file that `instagramStoriesFilePattern` matches. */
export const countInstagramStories = (json: unknown): number =>
  isObject(json) ? Object.values(json).reduce((sum: number, list) => sum + filterObjects(list).length, 0) : 0
