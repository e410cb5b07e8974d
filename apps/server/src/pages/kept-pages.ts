import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Call, Rendered } from '@pawtrait/contract/render.ts'
import type { Clock } from '#platform/clock.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { isAlive, keptBy, type Life } from '#platform/database/kept.ts'
import { Problem } from '#platform/problem.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A document as it is sent: in each encoding that browsers take, and named by what is in it. */
export type PageBytes = { plain: Buffer; br: Buffer; gzip: Buffer; etag: string }

/** A page as it was rendered: bytes that stand for all visitors, or what is told to this one alone. */
export type VisitorPage = PageBytes | Rendered

export type VisitorPages = {
  /**
   * The page that visitors see at a place, rendered when it is not kept. `call`: what the page asks of the API.
   * @throws DatabaseGone when it cannot be known whether what is kept still holds
   */
  pageAt(key: string, call: Call, render: (call: Call) => Promise<Rendered>): Promise<VisitorPage>
}

// Pages differ in size, and whoever writes them chooses it.
const MOST_KEPT = 500
const MOST_BYTES = 32 * 1024 ** 2
// Who follows thousands has a page that is about thousands.
const MOST_IDS = 500
// Numbers such as likes invalidate nothing, nor does a post that is new in a list.
const KEPT_MS = 2_000
// What asks nobody anything is the same until the next version is started; but a year may stand at its foot.
const FIXED_MS = 3_600_000
// Quality 4 costs about a millisecond for a page and leaves a fifth of it.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses a document for a single answer. */
export const compressed = { br: (html: string) => toBrotli(html, QUALITY), gzip: (html: string) => toGzip(html) }

/** A document in every encoding, and its name. */
export async function bytesOf(html: string): Promise<PageBytes> {
  const plain = Buffer.from(html)
  const [br, zipped] = await Promise.all([toBrotli(plain, QUALITY), toGzip(plain)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, br, gzip: zipped, etag }
}

type Entry = Life & { page: PageBytes; isFixed: boolean }

/**
 * Pages for visitors in the memory of this process. What a page shows is known by the ids in the answers that it was
 * made of: when one of these changes, is deleted or may be seen by fewer, the page is made anew.
 */
export function keepPages(invalidations: Invalidations, clock: Pick<Clock, 'now'>): VisitorPages {
  const sizeOf = ({ page }: Entry) => page.plain.length + page.br.length + page.gzip.length
  const kept = keptBy<Entry>('pages', invalidations, MOST_KEPT, { most: MOST_BYTES, of: sizeOf })
  const current = (key: string) => kept.get(key, (entry) => isAlive(entry, clock.now()))
  const make = async (key: string, call: Call, render: (call: Call) => Promise<Rendered>): Promise<VisitorPage> => {
    const keep = kept.reading()
    const noted: Noted = { ids: new Set(), hasAsked: false, hasFailed: false }
    const rendered = await render(notingCall(call, noted))
    if (rendered.kind === 'redirect' || rendered.status !== 200 || noted.hasFailed) return rendered
    const isFixed = !noted.hasAsked
    const page = await bytesOf(rendered.html)
    const from = clock.now().getTime()
    const until = from + (isFixed ? FIXED_MS : KEPT_MS)
    if (noted.ids.size <= MOST_IDS) keep(key, { page, from, until, isFixed }, [...noted.ids])
    return page
  }
  // Whoever comes while a page is made waits for it once, instead of all making it at the same time.
  const making = new Map<string, Promise<VisitorPage>>()
  return {
    pageAt: async (key, call, render) => {
      const fixed = current(key)
      if (fixed?.isFixed) return fixed.page
      await invalidations.caughtUp()
      // It is kept only when nothing has changed since it was begun: then it is theirs too.
      if (!current(key)) await making.get(key)?.catch(() => {})
      const known = current(key)
      if (known) return known.page
      const made = make(key, call, render)
      making.set(key, made)
      return made.finally(() => {
        if (making.get(key) === made) making.delete(key)
      })
    },
  }
}

type Noted = { ids: Set<string>; hasAsked: boolean; hasFailed: boolean }

/** The same calls; every id in their answers is noted. */
const notingCall = (call: Call, noted: Noted) =>
  (async (...sent: Parameters<Call>) => {
    noted.hasAsked = true
    const answer: unknown = await call(...sent).catch((error: unknown) => {
      // What the page says of this is not for everybody after.
      noted.hasFailed ||= !(error instanceof Problem) || error.status >= 500
      throw error
    })
    noteIds(answer, noted.ids)
    return answer
  }) as Call

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function noteIds(value: unknown, ids: Set<string>) {
  if (typeof value === 'string' && uuid.test(value)) ids.add(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) noteIds(part, ids)
}
