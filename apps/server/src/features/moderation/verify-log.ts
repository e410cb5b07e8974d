import { createHash } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { type LogRow, type SignedHead, selectLog, selectSignedHeads } from './log-queries.ts'
import { headSignature } from './sign-log.ts'

const AT_ONCE = 1000

/** `broken`: the first row that is not as it was written, and how that is seen. */
export type LogState = { rows: number; heads: number; broken?: { row: number; why: string } }

const hashOf = (before: string, { seq, entry }: LogRow) =>
  createHash('sha256').update(`${before}\n${seq}\n${entry}`).digest('hex')

/**
 * Reads the whole log: every number is there, every hash is that of its row and the one before, and every day's signed
 * head is a row that still stands as it stood.
 */
export async function verifyLog(ctx: Context): Promise<LogState> {
  const heads = await selectSignedHeads(ctx.db)
  const forged = heads.find((head) => head.signature !== headSignature(ctx, head))
  const chain = await walk(ctx, heads)
  const broken = chain.broken ?? cutOff(heads, chain.rows)
  const found = broken ?? (forged && { row: forged.seq, why: `the head of ${forged.day} was not signed here` })
  return { rows: chain.rows, heads: heads.length, ...(found && { broken: found }) }
}

const cutOff = (heads: readonly SignedHead[], rows: number) => {
  const missing = heads.find(({ seq }) => seq > rows)
  return missing && { row: rows + 1, why: `it is gone, and was there on ${missing.day}` }
}

async function walk({ db }: Context, heads: readonly SignedHead[]): Promise<Omit<LogState, 'heads'>> {
  const signed = new Map(heads.map((head) => [head.seq, head]))
  let [rows, before] = [0, '']
  for (let some = await selectLog(db, 0, AT_ONCE); some.length > 0; some = await selectLog(db, rows, AT_ONCE))
    for (const row of some) {
      const head = signed.get(row.seq)
      if (row.seq !== rows + 1) return { rows, broken: { row: rows + 1, why: 'it is gone' } }
      if (row.hash !== hashOf(before, row)) return { rows, broken: { row: row.seq, why: 'it was changed' } }
      if (head && head.hash !== row.hash)
        return { rows, broken: { row: row.seq, why: `it is not what was signed on ${head.day}` } }
      rows = row.seq
      before = row.hash
    }
  return { rows }
}
