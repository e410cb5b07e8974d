import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Deps } from '#platform/context.ts'
import type { Database } from '#platform/database/db.ts'
import { type Lsn, parseLsn, writtenLsn } from '#platform/database/lsn.ts'
import { countFallback } from './replica-metrics.ts'
import type { Replicas } from './replicas.ts'
import { createRoutingDatabase, type RoutingDatabase } from './routing-database.ts'

const RETENTION_SECONDS = 10
// LSN for an unknown write position. No replica ever reaches it, so reads use the primary.
const UNREACHABLE_LSN = 2n ** 63n
const PURPOSE = 'read-your-writes'

const higher = (first: Lsn, second: Lsn) => (first > second ? first : second)

// Cookie with the WAL position of a browser's last write, signed so that clients cannot force reads on the primary.
function createLsnCookie({ config, secrets }: Pick<Deps, 'config' | 'secrets'>) {
  const isPublic = config.mode === 'production'
  const name = isPublic ? '__Host-pt_lsn' : 'pt_lsn'
  const sign = (text: string) => `${text}.${secrets.mac(PURPOSE, text)}`
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isPublic, maxAge: RETENTION_SECONDS } as const
  return {
    read: ({ cookies }: FastifyRequest): Lsn => {
      const value = cookies[name] ?? ''
      const text = /^\d{1,20}(?=\.)/.exec(value)?.[0]
      if (!text) return 0n
      const [received, expected] = [value, sign(text)].map((text) => Buffer.from(text))
      return received && expected && received.length === expected.length && timingSafeEqual(received, expected)
        ? BigInt(text)
        : 0n
    },
    write: (reply: FastifyReply, lsn: Lsn) => reply.setCookie(name, sign(String(lsn)), options),
  }
}

/** Chooses the database for the reads of a request. Remembers the writes of a browser for its next requests. */
export type ReadYourWrites = ReturnType<typeof createReadYourWrites>

export function createReadYourWrites(deps: Deps, replicas: Replicas) {
  const { database, invalidations } = deps
  const cookie = createLsnCookie(deps)
  const routingDatabases = new WeakMap<FastifyRequest, RoutingDatabase>()
  const chooseDatabase = async (ownWriteLsn: Lsn, preferredLsn: Lsn) => {
    const getMinimumLsn = () => higher(ownWriteLsn, invalidations.seen().changed)
    const replica = replicas.usable(higher(preferredLsn, getMinimumLsn()))
    await replica?.reaches(higher(preferredLsn, getMinimumLsn()))
    if (!replica) countFallback('none')
    return createRoutingDatabase(database, replica, getMinimumLsn)
  }
  const selectWrittenLsn = async (db: Pick<Database, 'row'>) => {
    const found = await db.row<{ lsn: string }>(sql`select ${writtenLsn} as lsn`).catch(() => undefined)
    return found ? parseLsn(found.lsn) : UNREACHABLE_LSN
  }
  return {
    /**
     * Returns the dependencies of a read request. The chosen replica contains the browser's writes and all applied
     * invalidations. A request of a signed-in user waits up to 20 ms until the replica has the newest known write.
     */
    depsFor: async (request: FastifyRequest, viewer: Context['viewer']): Promise<Deps> => {
      const routingDatabase = await chooseDatabase(
        cookie.read(request),
        viewer === null ? 0n : invalidations.seen().latest,
      )
      routingDatabases.set(request, routingDatabase)
      return { ...deps, database: routingDatabase }
    },
    /** Stores the position of the request's write in the cookie before the response is sent, even after a failure. */
    after: async <T>(
      result: Promise<T>,
      request: FastifyRequest,
      reply: FastifyReply,
      { viewer }: Pick<Context, 'viewer'>,
    ): Promise<T> => {
      try {
        return await result
      } finally {
        const routingDatabase = routingDatabases.get(request)
        const hasWritten = routingDatabase ? routingDatabase.wrote() : request.method !== 'GET'
        // A log-in request has no viewer yet. It counts as signed in, because its response sets a cookie.
        const isKnown = viewer !== null || reply.hasHeader('set-cookie')
        if (hasWritten && isKnown && !reply.sent) cookie.write(reply, await selectWrittenLsn(database.forWrites))
      }
    },
  }
}
