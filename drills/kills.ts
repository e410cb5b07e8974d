import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { surviveKills } from '../e2e/kills.ts'
import type { Drill } from './drill.ts'

// What a killed process was at is taken up within two minutes, and tried again with pauses when it is killed again.
const settleMs = 240_000

// Each kill breaks up to three uploads off, and a person may have sixty such an hour.
const killsOfOne = 10

async function killed(times: number, withPostgres: boolean): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-drill-'))
  const all = { photos: 0, posts: 0, likes: 0 }
  try {
    for (let done = 0; done < times; done += killsOfOne) {
      const round = Math.min(killsOfOne, times - done)
      const found = await surviveKills(dataDir, round, () => withPostgres, settleMs, `amina${done}`)
      if (found.unmade > 0) throw new Error(`${found.unmade} photos were never finished`)
      for (const what of ['photos', 'posts', 'likes'] as const) all[what] += found[what]
    }
    const { photos, posts, likes } = all
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
