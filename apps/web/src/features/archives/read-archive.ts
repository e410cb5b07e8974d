import type { Network } from '@pawtrait/contract/archives.ts'
import {
  type ArchivedPhoto,
  type ArchivedPost,
  noSkippedContent,
  type ParsedArchive,
  type SkippedCounts,
} from './archived-post.ts'
import { createFileFinder } from './find-file.ts'
import {
  countInstagramStories,
  instagramHtmlFile,
  instagramPostsFile,
  instagramStoriesFile,
  parseInstagramPosts,
} from './instagram-posts.ts'
import { mastodonPostsFile, parseMastodonPosts } from './mastodon-posts.ts'
import { isPixelfedExport, parsePixelfedPosts, pixelfedPostsFile } from './pixelfed-posts.ts'
import {
  readZipEntries,
  readZipEntry,
  type SliceableFile,
  type ZipEntry,
  ZipError,
  type ZipErrorCode,
} from './zip-entries.ts'

/** Largest number of photos in an imported post. A post with more is split into several. */
export const MAX_PHOTOS_PER_POST = 10

/** `[`, the first byte of a JSON list. */
const LIST_BEGINS = 0x5b

/** Size limit of a JSON file in an archive: ten times the estimated size of 20 years of posts. */
const MOST_WORDS_BYTES = 200 * 1024 * 1024

/** A photo that can be imported. `entry` is null if the archive lacks the file; then `path` is the photo's URL. */
export type ImportablePhoto = ArchivedPhoto & { entry: ZipEntry | null }

/** A post that can be imported. `part` is null unless a post with too many photos was split. */
export type ImportablePost = Omit<ArchivedPost, 'photos'> & {
  key: string
  photos: ImportablePhoto[]
  part: { at: number; of: number } | null
}

export type Archive = {
  zip: SliceableFile
  network: Network
  /** Posts of the archive, newest first. */
  posts: ImportablePost[]
  skippedCounts: SkippedCounts
  /** Paths of photos that the posts refer to but that are missing from the archive. */
  missing: string[]
  /** Servers of photos for which the archive contains only a URL. */
  hosts: string[]
}

/**
 * `instagram-html`: HTML instead of JSON. `packed-otherwise`: a .tar.gz file. `unknown`: no archive of a known network.
 * `unreadable`: invalid JSON.
 */
export type ArchiveErrorCode = ZipErrorCode | 'instagram-html' | 'packed-otherwise' | 'unknown' | 'unreadable'

export class ArchiveError extends Error {
  readonly fault: ArchiveErrorCode
  constructor(fault: ArchiveErrorCode) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Reads the posts in another network's archive, without uploading anything.
 * @throws ArchiveError
 */
export async function readArchive(file: SliceableFile): Promise<Archive> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0x1f && second === 0x8b) throw new ArchiveError('packed-otherwise')
  try {
    const isLoose = first === LIST_BEGINS
    const entries = isLoose ? [] : await readZipEntries(file)
    const { network, posts, skippedCounts } = isLoose ? await readSingleFile(file) : await wordsIn(file, entries)
    return { zip: file, network, skippedCounts, ...placed(posts, entries) }
  } catch (error) {
    throw error instanceof ZipError ? new ArchiveError(error.fault) : error
  }
}

async function wordsIn(zip: SliceableFile, entries: ZipEntry[]): Promise<ParsedArchive & { network: Network }> {
  const named = (name: RegExp) => entries.filter(({ path }) => name.test(path))
  const read = (entry: ZipEntry) => jsonOf(zip, entry)
  const outbox = named(mastodonPostsFile)
  if (outbox.length > 0)
    return {
      network: 'mastodon',
      ...mergeFound(await eachOf(outbox, async (entry) => parseMastodonPosts(await read(entry)))),
    }
  const posts = named(instagramPostsFile)
  if (posts.length > 0) {
    const found = mergeFound(await eachOf(posts, async (entry) => parseInstagramPosts(await read(entry))))
    const others = await eachOf(named(instagramStoriesFile), async (entry) => countInstagramStories(await read(entry)))
    found.skippedCounts.stories += others.reduce((sum, count) => sum + count, 0)
    return { network: 'instagram', ...found }
  }
  const statuses = named(pixelfedPostsFile)
  if (statuses.length > 0)
    return {
      network: 'pixelfed',
      ...mergeFound(await eachOf(statuses, async (entry) => parsePixelfedPosts(await read(entry)))),
    }
  throw new ArchiveError(named(instagramHtmlFile).length > 0 ? 'instagram-html' : 'unknown')
}

/** Reads a single JSON file, the format of Pixelfed's export. */
async function readSingleFile(file: SliceableFile): Promise<ParsedArchive & { network: Network }> {
  if (file.size > MOST_WORDS_BYTES) throw new ArchiveError('too-large')
  const json = parsed(await file.slice(0, file.size).text())
  if (!isPixelfedExport(json)) throw new ArchiveError('unknown')
  return { network: 'pixelfed', ...parsePixelfedPosts(json) }
}

/** Processes files one after another, because each may be large. */
async function eachOf<Result>(entries: ZipEntry[], work: (entry: ZipEntry) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const entry of entries) results.push(await work(entry))
  return results
}

const jsonOf = async (zip: SliceableFile, entry: ZipEntry): Promise<unknown> =>
  parsed(await (await readZipEntry(zip, entry, MOST_WORDS_BYTES)).text())

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError('unreadable')
  }
}

function mergeFound(all: ParsedArchive[]): ParsedArchive {
  const skippedCounts = noSkippedContent()
  for (const found of all)
    for (const kind of Object.keys(skippedCounts) as (keyof SkippedCounts)[])
      skippedCounts[kind] += found.skippedCounts[kind]
  return { posts: all.flatMap(({ posts }) => posts), skippedCounts }
}

/** Finds the photos of the posts, and splits posts with too many photos. Returns the posts newest first. */
function placed(posts: ArchivedPost[], entries: ZipEntry[]): Pick<Archive, 'posts' | 'missing' | 'hosts'> {
  const find = createFileFinder(entries)
  const missing: string[] = []
  const hosts = new Set<string>()
  const found = posts.flatMap((post) => {
    const photos = post.photos.flatMap((photo) => {
      const entry = find(photo.path)
      const host = entry ? null : hostOf(photo.path)
      if (host) hosts.add(host)
      if (entry || host) return [{ ...photo, entry }]
      missing.push(photo.path)
      return []
    })
    return inParts({ ...post, photos })
  })
  const newestFirst = found.toSorted((a, b) => b.postedAt.localeCompare(a.postedAt))
  return { posts: newestFirst, missing: [...new Set(missing)], hosts: [...hosts] }
}

/** Returns the host of an https URL, from which the photo can be fetched; null for other text. */
const hostOf = (path: string): string | null =>
  path.startsWith('https://') && URL.canParse(path) ? new URL(path).host : null

/** Splits a post with too many photos into several posts. Each of them has the full text. */
function inParts(post: Omit<ImportablePost, 'key' | 'part'>): ImportablePost[] {
  const of = Math.ceil(post.photos.length / MAX_PHOTOS_PER_POST)
  return Array.from({ length: of }, (_, index) => {
    const photos = post.photos.slice(index * MAX_PHOTOS_PER_POST, (index + 1) * MAX_PHOTOS_PER_POST)
    const id = of === 1 ? post.id : `${post.id}#${index + 1}`
    return { ...post, id, key: `${post.postedAt} ${id}`, photos, part: of === 1 ? null : { at: index + 1, of } }
  })
}
