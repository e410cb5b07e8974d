import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { surviveKills } from '../e2e/kills.ts'
import type { Drill } from './drill.ts'

// A job takes up what a killed process left after 30 s.
const settleMs = 120_000

async function killed(times: number, withPostgres: boolean): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-drill-'))
  try {
    const { photos, posts, likes, unmade } = await surviveKills(dataDir, times, () => withPostgres, settleMs)
    if (unmade > 0) throw new Error(`${unmade} photos were never finished`)
    return `${times} kills; ${photos} photos, ${posts} posts, ${likes} likes acknowledged, none lost, none half`
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const kills100 = Number(process.env.DRILL_KILLS ?? '100')

/** Kills at random moments (security.md F01, F03). `DRILL_KILLS` changes how many; the second is half of it. */
export const kills: Drill[] = [
  { name: 'F01 kill the app', hold: () => killed(kills100, false) },
  { name: 'F03 kill app and PostgreSQL', hold: () => killed(Math.ceil(kills100 / 2), true) },
]
