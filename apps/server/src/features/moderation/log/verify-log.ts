import { createHash } from 'node:crypto'
import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'
import { type LogRow, type SignedLogHead, selectLog, selectLogMacs, selectSignedLogHeads } from './log-queries.ts'
import { computeEntryMac, signLogHead } from './sign-log.ts'

const BATCH_SIZE = 1000

/** Result of `verifyLog`. `broken`: first row that fails, and the reason. `withoutMac`: entries without a MAC. */
export type LogVerificationResult = {
  rows: number
  heads: number
  withoutMac: number
  broken?: { row: number; why: string }
}

const computeEntryHash = (previousHash: string, { seq, entry }: LogRow) =>
  createHash('sha256').update(`${previousHash}\n${seq}\n${entry}`).digest('hex')

/** Number of the first entry with a MAC, read from a signature; undefined for signatures of older releases. */
const parseMacsFrom = ({ signature }: SignedLogHead) =>
  signature.includes('.') ? Number.parseInt(signature, 10) : undefined

/**
 * Reads the whole log and checks every number, hash, MAC and signature. A signature must cover all entries of past
 * days. A job makes it in the hour after midnight. `expected`: a hash, or its first 32 digits, that an entry in the log
 * must have.
 */
export async function verifyLog(ctx: Context, expected?: string): Promise<LogVerificationResult> {
  const heads = await selectSignedLogHeads(ctx.db)
  const forgedHead = heads.find((head) => head.signature !== signLogHead(ctx, head, parseMacsFrom(head)))
  const chain = await checkEntries(ctx, heads, expected)
  const headWithoutRow = heads.find(({ seq }) => seq > chain.rows)
  const truncation = headWithoutRow && {
    row: chain.rows + 1,
    why: `the row is missing, but existed on ${headWithoutRow.day}`,
  }
  const forgery = forgedHead && {
    row: forgedHead.seq,
    why: `the signature of the head of ${forgedHead.day} is not from this instance`,
  }
  const missingHash = !chain.hasExpected && { row: chain.rows, why: `no row has the hash ${expected}` }
  const broken = chain.broken ?? truncation ?? forgery ?? (missingHash || undefined)
  return { rows: chain.rows, heads: heads.length, withoutMac: chain.withoutMac, ...(broken && { broken }) }
}

type Chain = Omit<LogVerificationResult, 'heads'> & { hasExpected: boolean }

async function checkEntries(
  ctx: Context,
  heads: readonly SignedLogHead[],
  expected: string | undefined,
): Promise<Chain> {
  const check = createRowCheck(ctx, heads)
  const [firstMac] = await selectLogMacs(ctx.db, -1, 1)
  const state: Chain = { rows: 0, withoutMac: 0, hasExpected: expected === undefined }
  const macsBegin = Math.min(
    firstMac?.seq ?? Number.POSITIVE_INFINITY,
    ...heads.flatMap((head) => parseMacsFrom(head) ?? []),
  )
  if (!firstMac)
    return { ...state, broken: { row: 1, why: 'all MACs are missing, or the app never ran on this release' } }
  let previousHash = ''
  for (let batch = await selectLog(ctx.db, 0, BATCH_SIZE); batch.length > 0; ) {
    const macs = new Map((await selectLogMacs(ctx.db, state.rows, BATCH_SIZE)).map(({ seq, mac }) => [seq, mac]))
    for (const row of batch) {
      const mac = macs.get(row.seq)
      const why =
        row.seq === state.rows + 1
          ? check({ row, previousHash, mac, needsMac: row.seq >= macsBegin })
          : 'the row is missing'
      if (why) return { ...state, broken: { row: state.rows + 1, why } }
      if (mac === undefined) state.withoutMac += 1
      if (expected !== undefined && row.hash.startsWith(expected)) state.hasExpected = true
      state.rows = row.seq
      previousHash = row.hash
    }
    batch = await selectLog(ctx.db, state.rows, BATCH_SIZE)
  }
  const [macWithoutEntry] = await selectLogMacs(ctx.db, state.rows, 1)
  return macWithoutEntry
    ? { ...state, broken: { row: state.rows + 1, why: 'the row is missing, but its MAC exists' } }
    : state
}

type EntryToCheck = { row: LogRow; previousHash: string; mac: string | undefined; needsMac: boolean }

/** Returns a function that checks one row. It returns the reason if the row fails the check, otherwise undefined. */
function createRowCheck(ctx: Context, heads: readonly SignedLogHead[]) {
  const headsBySeq = new Map(heads.map((head) => [head.seq, head]))
  const lastSigned = Math.max(0, ...heads.map(({ seq }) => seq))
  const today = new Date(ctx.now.getTime() - HOUR_MS).toISOString().slice(0, 10)
  return ({ row, previousHash, mac, needsMac }: EntryToCheck): string | undefined => {
    const head = headsBySeq.get(row.seq)
    const day = (JSON.parse(row.entry) as { at: string }).at.slice(0, 10)
    if (row.hash !== computeEntryHash(previousHash, row)) return 'the row was changed'
    if (head && head.hash !== row.hash) return `the row is not the one that was signed on ${head.day}`
    if (mac === undefined && needsMac) return 'the MAC of the row is missing'
    if (mac !== undefined && mac !== computeEntryMac(ctx, row)) return 'the MAC of the row is not from this instance'
    return row.seq > lastSigned && day < today ? `no signed head covers ${day}` : undefined
  }
}
