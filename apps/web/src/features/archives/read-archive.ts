import type { SocialNetwork } from '@pawtrait/contract/archives.ts'
import { createFileFinder } from './find-file.ts'
import {
  countInstagramStories,
  instagramHtmlFilePattern,
  instagramPostsFilePattern,
  instagramStoriesFilePattern,
  isInstagramExport,
  parseInstagramPosts,
} from './instagram-posts.ts'
import { isMastodonExport, mastodonPostsFilePattern, parseMastodonPosts } from './mastodon-posts.ts'
import { ArchiveError, openArchiveFile, readJsonEntry } from './open-archive-file.ts'
import { isVideo, type ParsedArchive, type ParsedPhoto, type ParsedPost } from './parsed-archive.ts'
import { isPixelfedExport, parsePixelfedPosts, pixelfedPostsFilePattern } from './pixelfed-posts.ts'
import { type SliceableFile, type ZipEntry, ZipError } from './zip-entries.ts'

/** Largest number of photos in an imported post. A post with more photos is split into several posts. */
export const MAX_PHOTOS_PER_POST = 10

/** A photo that can be imported. If the archive lacks its file, `entry` is null and `path` is the photo's URL. */
export type ImportablePhoto = ParsedPhoto & { entry: ZipEntry | null }

/** A post that can be imported. `part` is null unless a post with too many photos was split. */
export type ImportablePost = Omit<ParsedPost, 'photos'> & {
  key: string
  photos: ImportablePhoto[]
  /** Number of the post's photos that are not in the archive and that have no https URL. */
  missing: number
  part: { at: number; of: number } | null
}

export type Archive = Pick<ParsedArchive, 'skippedCounts'> & {
  network: SocialNetwork
  /** Posts of the archive, newest first. */
  posts: ImportablePost[]
  /** Paths of photos of the posts that are not in the archive and that have no https URL. */
  missing: string[]
  /** Hosts of the photos for which the archive contains only a URL. */
  hosts: string[]
}

/** Archive formats. `file` matches the posts file in a ZIP. `isContent` recognises a single JSON file. */
const formats = [
  { network: 'mastodon', file: mastodonPostsFilePattern, isContent: isMastodonExport, parse: parseMastodonPosts },
  { network: 'instagram', file: instagramPostsFilePattern, isContent: isInstagramExport, parse: parseInstagramPosts },
  { network: 'pixelfed', file: pixelfedPostsFilePattern, isContent: isPixelfedExport, parse: parsePixelfedPosts },
] as const

const photoFile = /\.(?:jpe?g|png|webp|hei[cf]|avif|gif)$/i

/**
 * Reads the posts in another network's archive, without uploading anything. `files` are all parts of the archive: the
 * photos of a post may be in another part than the post.
 * @throws ArchiveError
 */
export async function readArchive(files: readonly SliceableFile[]): Promise<Archive> {
  const parts = await mapInSeries(files, openArchiveFile)
  const entries = parts.flatMap((part) => part.entries)
  try {
    const { network, posts, skippedCounts } = await readPosts(
      entries,
      parts.flatMap((part) => part.json),
    )
    return { network, skippedCounts, ...findPhotos(posts, entries) }
  } catch (error) {
    throw error instanceof ZipError ? new ArchiveError(error.fault) : error
  }
}

/** Reads posts from ZIP entries, and from `loose`: the content of JSON files outside a ZIP. */
async function readPosts(entries: ZipEntry[], loose: unknown[]): Promise<ParsedArchive & { network: SocialNetwork }> {
  const filterByPath = (name: RegExp) => entries.filter(({ path }) => name.test(path))
  const parsedArchives = await mapInSeries(formats, async ({ network, file, isContent, parse }) => {
    const jsonContents = [...(await mapInSeries(filterByPath(file), readJsonEntry)), ...loose.filter(isContent)]
    if (jsonContents.length === 0) return []
    const parsed = parse(...jsonContents)
    return [{ ...parsed, network: parsed.posts[0]?.network ?? network }]
  })
  const [archive, ...otherArchives] = parsedArchives.flat()
  if (!archive) throw new ArchiveError(getMissingPostsError(entries))
  if (otherArchives.some(({ network }) => network !== archive.network)) throw new ArchiveError('several-networks')
  if (archive.network !== 'instagram')
    return { ...archive, posts: [archive, ...otherArchives].flatMap(({ posts }) => posts) }
  const counts = await mapInSeries(filterByPath(instagramStoriesFilePattern), async (entry) =>
    countInstagramStories(await readJsonEntry(entry)),
  )
  const stories = counts.reduce((sum, count) => sum + count, 0)
  return { ...archive, skippedCounts: { ...archive.skippedCounts, stories } }
}

/** Returns the error code when no opened file contains the list of posts. */
function getMissingPostsError(entries: ZipEntry[]) {
  if (entries.some(({ path }) => instagramHtmlFilePattern.test(path))) return 'instagram-html'
  return entries.some(({ path }) => photoFile.test(path) || isVideo(path)) ? 'part' : 'unknown'
}

/** Processes items one after another, because each item may be a large file. */
async function mapInSeries<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** Finds the photos of the posts. Removes duplicate posts, because several parts of an archive may contain a post. */
function findPhotos(posts: ParsedPost[], entries: ZipEntry[]): Pick<Archive, 'posts' | 'missing' | 'hosts'> {
  const find = createFileFinder(entries)
  const missing: string[] = []
  const hosts = new Set<string>()
  const foundPosts = posts.flatMap((post) => {
    const photos = post.photos.flatMap((photo) => {
      const entry = find(photo.path)
      const host = entry ? null : getHost(photo.path)
      if (host) hosts.add(host)
      if (entry || host) return [{ ...photo, entry }]
      missing.push(photo.path)
      return []
    })
    return splitPost({ ...post, photos, missing: post.photos.length - photos.length })
  })
  const unique = [...new Map(foundPosts.map((post) => [post.key, post])).values()]
  const newestFirst = unique.toSorted((a, b) => b.postedAt.localeCompare(a.postedAt))
  return { posts: newestFirst, missing: [...new Set(missing)], hosts: [...hosts] }
}

/** Returns the host of a photo's https URL, or null if the path is not an https URL. */
const getHost = (path: string): string | null =>
  path.startsWith('https://') && URL.canParse(path) ? new URL(path).host : null

/** Splits a post with too many photos into several posts. Each of these posts has the full text. */
function splitPost(post: Omit<ImportablePost, 'key' | 'part'>): ImportablePost[] {
  const partCount = Math.ceil(post.photos.length / MAX_PHOTOS_PER_POST)
  return Array.from({ length: partCount }, (_, index) => {
    const photos = post.photos.slice(index * MAX_PHOTOS_PER_POST, (index + 1) * MAX_PHOTOS_PER_POST)
    const id = partCount === 1 ? post.id : `${post.id}#${index + 1}`
    return {
      ...post,
      id,
      key: `${post.postedAt} ${id}`,
      photos,
      part: partCount === 1 ? null : { at: index + 1, of: partCount },
    }
  })
}
