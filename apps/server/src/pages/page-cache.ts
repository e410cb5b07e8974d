import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { ApiCall, RenderResult } from '@pawtrait/contract/render.ts'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock.ts'
import { createCache, isValid, type Validity } from '#platform/database/cache.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { Problem } from '#platform/problem.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const fromBrotli = promisify(brotliDecompress)

/** A page compressed with Brotli, which nearly all browsers accept, and its ETag. */
export type EncodedPage = { br: Buffer; etag: string }

/** A page that can be cached because it is the same for all visitors, or a response that is not cached. */
export type VisitorPage = EncodedPage | RenderResult

type VisitorPageRequest = {
  key: string
  call: ApiCall
  /**
   * Returns whether like counts have changed. `shown` maps the id of a post or comment to its like count on the cached
   * page. Pages that list posts have no such function: they need the short lifetime anyway, because new posts cause no
   * invalidation.
   */
  haveLikesChanged?: ((shown: ReadonlyMap<string, number>) => Promise<boolean>) | undefined
  render: (call: ApiCall) => Promise<RenderResult>
}

export type PageCache = {
  /** Returns a page for visitors, cached or rendered. @throws DatabaseUnavailable if invalidations cannot be read */
  pageAt(page: VisitorPageRequest): Promise<VisitorPage>
}

// A compressed page usually takes 10 to 20 KB.
const MAX_ENTRIES = 5_000
const MAX_BYTES = 32 * 1024 ** 2
// Maximum number of URLs with a request count. Pages are cached at the second request: crawlers read each page once.
const MAX_COUNTED = 20_000
// Maximum number of rows that a cached page may depend on. A list of followed users may depend on thousands.
const MAX_IDS = 500
// Lifetime of a cached page. It is short, because new posts and like counts cause no invalidation.
const TTL_MS = 2_000
// Lifetime of a cached page for which `haveLikesChanged` compares the like counts with the database every `TTL_MS`.
const COMPARED_MS = 60_000
// Lifetime of a page without API calls. The page changes only with a release or with the year in its footer.
const FIXED_MS = 3_600_000
// Brotli quality 4 takes about a millisecond per page and compresses the page to a fifth.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export const pageCompressors = { br: (html: string) => toBrotli(html, QUALITY), gzip: (html: string) => toGzip(html) }

export async function encodePage(html: string): Promise<EncodedPage> {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { br: await toBrotli(html, QUALITY), etag }
}

/** Converts the page to another encoding. `undefined` means uncompressed HTML. */
export async function reencodePage({ br }: Pick<EncodedPage, 'br'>, encoding: 'br' | 'gzip' | undefined) {
  if (encoding === 'br') return br
  const plain = await fromBrotli(br)
  return encoding === 'gzip' ? toGzip(plain) : plain
}

type Entry = Validity & { page: EncodedPage; isFixed: boolean; likes: ReadonlyMap<string, number>; compareAt: number }

/** Cache of pages for visitors. It drops a page when data on the page changes or is no longer visible to visitors. */
export function createPageCache(invalidations: Invalidations, clock: Pick<Clock, 'now'>): PageCache {
  const sizeOf = ({ page }: Entry) => page.br.length
  const cache = createCache<Entry>('pages', invalidations, MAX_ENTRIES, { most: MAX_BYTES, of: sizeOf })
  const getCurrent = (key: string) => cache.get(key, (entry) => isValid(entry, clock.now()))
  const requests = new LRUCache<string, number>({ max: MAX_COUNTED })
  const renderPage = async ({ key, call, render, haveLikesChanged }: VisitorPageRequest): Promise<VisitorPage> => {
    const store = cache.reading()
    const record: CallRecord = { ids: new Set(), likes: new Map(), hasCalled: false, hasFailed: false }
    const rendered = await render(createRecordingCall(call, record))
    if (rendered.kind === 'redirect' || rendered.status !== 200 || record.hasFailed) return rendered
    const isFixed = !record.hasCalled
    const page = await encodePage(rendered.html)
    const from = clock.now().getTime()
    const until = from + (isFixed ? FIXED_MS : haveLikesChanged ? COMPARED_MS : TTL_MS)
    const isPopular = isFixed || (requests.get(key) ?? 0) > 1
    if (!isPopular || record.ids.size > MAX_IDS) return page
    store(key, { page, from, until, isFixed, likes: record.likes, compareAt: from + TTL_MS }, [...record.ids])
    return page
  }
  const isUpToDate = async (entry: Entry, { haveLikesChanged }: VisitorPageRequest): Promise<boolean> => {
    const now = clock.now().getTime()
    if (!haveLikesChanged || now < entry.compareAt) return true
    if (await haveLikesChanged(entry.likes)) return false
    entry.compareAt = now + TTL_MS
    return true
  }
  // Renderings in progress, by page. Concurrent requests for the same page share one rendering.
  const renderings = new Map<string, Promise<VisitorPage>>()
  return {
    pageAt: async (request) => {
      const { key } = request
      const fixed = getCurrent(key)
      if (fixed?.isFixed) return fixed.page
      requests.set(key, (requests.get(key) ?? 0) + 1)
      await invalidations.caughtUp()
      // Waits for the rendering in progress. If data has changed since it began, this request renders the page again.
      if (!getCurrent(key)) await renderings.get(key)?.catch(() => {})
      const known = getCurrent(key)
      if (known && (await isUpToDate(known, request))) return known.page
      const rendering = renderPage(request)
      renderings.set(key, rendering)
      return rendering.finally(() => {
        if (renderings.get(key) === rendering) renderings.delete(key)
      })
    },
  }
}

type CallRecord = { ids: Set<string>; likes: Map<string, number>; hasCalled: boolean; hasFailed: boolean }

const createRecordingCall = (call: ApiCall, record: CallRecord) =>
  (async (...sent: Parameters<ApiCall>) => {
    record.hasCalled = true
    const answer: unknown = await call(...sent).catch((error: unknown) => {
      // An error page must not be cached for other visitors.
      record.hasFailed ||= !(error instanceof Problem) || error.status >= 500
      throw error
    })
    collectIds(answer, record)
    return answer
  }) as ApiCall

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function collectIds(value: unknown, record: CallRecord) {
  if (typeof value === 'string' && uuid.test(value)) record.ids.add(value)
  if (typeof value !== 'object' || value === null) return
  const { id, likeCount, gone } = value as { id?: unknown; likeCount?: unknown; gone?: unknown }
  // A deleted comment is shown as a placeholder without likes.
  if (typeof id === 'string' && typeof likeCount === 'number' && !gone) record.likes.set(id, likeCount)
  for (const part of Object.values(value)) collectIds(part, record)
}
