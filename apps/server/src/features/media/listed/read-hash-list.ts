import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Context } from '#platform/context.ts'
import { deleteListedBefore, upsertListed } from './listed-queries.ts'

const AT_ONCE = 5_000
const WAIT_MS = 10 * 60_000

const aHash = /^[0-9a-f]{64}$/i

/** The hashes of a list, some at a time: one SHA-256 in hex a line; empty lines and those after # say nothing. */
async function* hashesIn(body: Readable): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
    const word = line.trim()
    if (word === '' || word.startsWith('#')) continue
    if (!aHash.test(word)) throw new Error('the list of hashes has a line that is none')
    some.push(word.toLowerCase())
    if (some.length < AT_ONCE) continue
    yield some
    some = []
  }
  yield some
}

/**
 * Reads the operator's list (`HASH_LIST_URL`) and gives how many pictures it names. It counts when all of it was read;
 * until then, and when it cannot be read or is empty, what was read last does.
 * @throws Error that says why
 */
export async function readHashList(ctx: Context): Promise<number> {
  const answer = await fetch(ctx.config.hashListUrl, { signal: AbortSignal.timeout(WAIT_MS) })
  if (!answer.ok || !answer.body) throw new Error(`the list of hashes was answered with ${answer.status}`)
  const body = Readable.fromWeb(answer.body)
  return ctx.transaction(async ({ db }) => {
    let count = 0
    for await (const some of hashesIn(body)) {
      await upsertListed(db, some, ctx.now)
      count += some.length
    }
    if (count === 0) throw new Error('the list of hashes is empty')
    await deleteListedBefore(db, ctx.now)
    return count
  })
}
