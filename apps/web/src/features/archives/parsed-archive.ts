import type { SocialNetwork } from '@pawtrait/contract/archives.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { splitGraphemes } from '@pawtrait/contract/text/graphemes.ts'

/** A photo of a post in an archive. `path` is a path in the archive, or the photo's URL on the other network. */
export type ParsedPhoto = { path: string; alt: string }

export type ParsedPost = {
  network: SocialNetwork
  /** Id of the post on the other network. The id is the same in every archive of the author's account. */
  id: string
  /** Time of the post on the other network, as ISO 8601 in UTC. */
  postedAt: string
  caption: string
  photos: ParsedPhoto[]
  /** The audience of the post on the other network. The imported post never gets a wider audience. */
  audience: Extract<Audience, 'everyone' | 'followers'>
  /** True if the author marked the post as sensitive on the other network. */
  sensitive: boolean
}

/** Numbers of items that cannot be imported, by kind. */
export type SkippedCounts = {
  videos: number
  stories: number
  /** Number of reposts of other people's posts. */
  shares: number
  replies: number
  /** Number of posts that neither everyone nor all followers may see, such as posts to named people and drafts. */
  privates: number
  /** Number of posts without a photo. */
  words: number
}

export const createSkippedCounts = (): SkippedCounts => ({
  videos: 0,
  stories: 0,
  shares: 0,
  replies: 0,
  privates: 0,
  words: 0,
})

export type ParsedArchive = { posts: ParsedPost[]; skippedCounts: SkippedCounts }

/** Returns the id of a post as text. Older servers send the id as a number. */
export const idToString = (value: unknown): string =>
  typeof value === 'number' ? String(value) : toStringOrEmpty(value)

/** JSON object from an untrusted archive. Check the type of each property before use. */
export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const filterObjects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const toStringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

const videoName = /\.(?:mp4|mov|webm|m4v|srt)$/i
export const isVideo = (path: string) => videoName.test(path)

/** Returns the time as ISO 8601. Returns null if the time is invalid, or not after 1 January 1970. */
export function toIsoTime(value: string | number): string | null {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) || time.getTime() <= 0 ? null : time.toISOString()
}

/** Truncates text to `limit` graphemes. The last grapheme of truncated text is an ellipsis. */
function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const all = splitGraphemes(text)
  return all.length <= limit ? text : `${all.slice(0, limit - 1).join('')}…`
}

export const truncateCaption = (text: string) => truncateText(text, textLimits.caption)
export const truncateAlt = (text: string) => truncateText(text, textLimits.alt)
