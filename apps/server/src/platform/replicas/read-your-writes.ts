import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Deps } from '#platform/context.ts'
import type { Database } from '#platform/database/db.ts'
import { type Lsn, lsnOf, writtenLsn } from '#platform/database/lsn.ts'
import { type ReadingDatabase, readingFrom } from './reading-database.ts'
import { countFallback } from './replica-metrics.ts'
import type { Replicas } from './replicas.ts'

const KEPT_SECONDS = 10
// As long as nobody knows how far the log was written, nothing has replayed it.
const NOWHERE_YET = 2n ** 63n
const PURPOSE = 'read-your-writes'

const higher = (one: Lsn, other: Lsn) => (one > other ? one : other)

/** The cookie of how far a browser's writes went; signed, so that nobody sends everybody to the primary. */
function lsnCookie({ config, secrets }: Pick<Deps, 'config' | 'secrets'>) {
  const isPublic = config.mode === 'production'
  const name = isPublic ? '__Host-pt_lsn' : 'pt_lsn'
  const signed = (text: string) => `${text}.${secrets.mac(PURPOSE, text)}`
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isPublic, maxAge: KEPT_SECONDS } as const
  return {
    read: ({ cookies }: FastifyRequest): Lsn => {
      const value = cookies[name] ?? ''
      const text = /^\d{1,20}(?=\.)/.exec(value)?.[0]
      if (!text) return 0n
      const [given, own] = [value, signed(text)].map((one) => Buffer.from(one))
      return given && own && given.length === own.length && timingSafeEqual(given, own) ? BigInt(text) : 0n
    },
    write: (reply: FastifyReply, lsn: Lsn) => reply.setCookie(name, signed(String(lsn)), options),
  }
}

/** Read-your-own-writes: what requests read from, and what those that wrote leave to the next of their browser. */
export type ReadYourWrites = ReturnType<typeof readYourWrites>

export function readYourWrites(deps: Deps, replicas: Replicas) {
  const { database, invalidations } = deps
  const cookie = lsnCookie(deps)
  const readings = new WeakMap<FastifyRequest, ReadingDatabase>()
  const chosen = async (wrote: Lsn, wanted: Lsn) => {
    const least = () => higher(wrote, invalidations.seen().changed)
    const replica = replicas.usable(higher(wanted, least()))
    await replica?.reaches(higher(wanted, least()))
    if (!replica) countFallback('none')
    return readingFrom(database, replica, least)
  }
  const writtenBy = async (db: Pick<Database, 'row'>) => {
    const found = await db.row<{ lsn: string }>(sql`select ${writtenLsn} as lsn`).catch(() => undefined)
    return found ? lsnOf(found.lsn) : NOWHERE_YET
  }
  return {
    /**
     * The dependencies of a request that reads: of a replica that knows all the browser wrote and all that was heard
     * of invalidations. Whoever is signed in sees everything of before, where a replica comes to it in 20 ms.
     */
    depsFor: async (request: FastifyRequest, viewer: Context['viewer']): Promise<Deps> => {
      const reading = await chosen(cookie.read(request), viewer === null ? 0n : invalidations.seen().latest)
      readings.set(request, reading)
      return { ...deps, database: reading }
    },
    /** What a request answers; before that leaves it is noted what the request has written, also where it failed. */
    after: async <T>(
      answering: Promise<T>,
      request: FastifyRequest,
      reply: FastifyReply,
      { viewer }: Pick<Context, 'viewer'>,
    ): Promise<T> => {
      try {
        return await answering
      } finally {
        const reading = readings.get(request)
        const wrote = reading ? reading.wrote() : request.method !== 'GET'
        // Whoever signs in is nobody yet, and is given a cookie.
        const isKnown = viewer !== null || reply.hasHeader('set-cookie')
        if (wrote && isKnown && !reply.sent) cookie.write(reply, await writtenBy(database.forWrites))
      }
    },
  }
}
