import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertAppSurvivesKills } from '../e2e/kills.ts'
import { assertPaymentsSurviveKills } from '../e2e/payment-kills.ts'
import { type Drill, runProgram } from './drill.ts'

// Time for interrupted jobs to finish. The app retries a job within two minutes, or later if it is interrupted again.
const settleMs = 240_000

// Number of kills per user. A kill interrupts up to three uploads, and the app allows a user sixty interrupted uploads
// an hour.
const killsOfOne = 10

async function killWhilePosting(times: number, withPostgres: boolean): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-drill-'))
  const all = { photos: 0, posts: 0, likes: 0 }
  try {
    for (let done = 0; done < times; done += killsOfOne) {
      const round = Math.min(killsOfOne, times - done)
      const found = await assertAppSurvivesKills(dataDir, round, () => withPostgres, settleMs, `amina${done}`)
      if (found.pendingPhotos > 0) throw new Error(`${found.pendingPhotos} photos were never finished`)
      for (const key of ['photos', 'posts', 'likes'] as const) all[key] += found[key]
    }
    const { photos, posts, likes } = all
    return `${times} kills; ${photos} photos, ${posts} posts, ${likes} likes acknowledged, none lost, none half`
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Kills the app during payments. Each instance gets ten kills, because an IP address may request only thirty prompts in
 * ten minutes.
 */
async function killWhilePaying(times: number): Promise<string> {
  const all = { bought: 0, charged: 0, claimed: 0 }
  for (let done = 0; done < times; done += killsOfOne) {
    const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-drill-'))
    try {
      const found = await assertPaymentsSurviveKills(dataDir, Math.min(killsOfOne, times - done))
      for (const key of ['bought', 'charged', 'claimed'] as const) all[key] += found[key]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const { bought, charged, claimed } = all
  if (charged === 0) throw new Error('no payment succeeded: the run proves nothing')
  return `${times} kills; ${bought} bought, ${charged} charged and granted once, ${claimed} of them by their code`
}

/** Runs the crash tests with many more kills than `npm test`. */
async function killWhileWriting(times: number): Promise<string> {
  const args = ['vitest', 'run', '--project', 'server', 'ledger-crash', 'notifications-crash']
  const { code, out } = await runProgram('npx', args, { env: { ...process.env, KILLS: String(times) } })
  if (code !== 0) throw new Error(out.toString().slice(-1_500))
  return `${times} kills of each, nothing lost, nothing twice`
}

const kills100 = Number(process.env.DRILL_KILLS ?? '100')

/**
 * Drills with kills at random moments. `DRILL_KILLS`: number of kills in the first drill. The second drill
 * has half as many kills, the other drills a quarter.
 */
export const killDrills: Drill[] = [
  { name: 'F01 kill the app', run: () => killWhilePosting(kills100, false) },
  { name: 'F03 kill app and PostgreSQL', run: () => killWhilePosting(Math.ceil(kills100 / 2), true) },
  {
    name: 'P02 kill the process that settles payments or sends notifications',
    run: () => killWhileWriting(Math.ceil(kills100 / 4)),
  },
  { name: 'P05 kill the app while people pay', run: () => killWhilePaying(Math.ceil(kills100 / 4)) },
]
