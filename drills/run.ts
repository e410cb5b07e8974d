/**
 * `npm run drill [name…]`: prints a line per drill; exits with 1 when one fails.
 * `mutate`: mutate.ts; `faults`: faults.ts.
 */
import { buildWeb } from '../tools/build-web.ts'
import { abuse } from './abuse.ts'
import { archives } from './archives.ts'
import { clocks } from './clocks.ts'
import { database } from './database.ts'
import { disks } from './disks.ts'
import { type Drill, Skipped } from './drill.ts'
import { drillFaults } from './faults.ts'
import { fullDatabase } from './full-database.ts'
import { inputs } from './inputs.ts'
import { kills } from './kills.ts'
import { loads } from './loads.ts'
import { mutate } from './mutate.ts'
import { nginx } from './nginx.ts'
import { packages } from './packages.ts'
import { paths } from './paths.ts'
import { photos } from './photos.ts'
import { production } from './production.ts'
import { slowUploads } from './slow-uploads.ts'
import { streams } from './streams.ts'
import { tls } from './tls.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const drills: Drill[] = [
  ...photos,
  ...inputs,
  ...paths,
  ...loads,
  ...streams,
  ...disks,
  ...fullDatabase,
  ...clocks,
  ...packages,
  ...tls,
  ...nginx,
  ...production,
  ...slowUploads,
  ...kills,
  ...abuse,
  ...archives,
  ...database,
]

async function held({ name, hold }: Drill): Promise<boolean> {
  const from = performance.now()
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(0)} s`
  try {
    say(`${name}: ${await hold()} (${seconds()})`)
    return true
  } catch (error) {
    if (error instanceof Skipped) say(`${name}: skipped: ${error.message}`)
    else say(`${name}: FAILED (${seconds()}): ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof Skipped
  }
}

async function main() {
  const wanted = process.argv.slice(2)
  if (wanted[0] === 'mutate') return mutate(wanted.slice(1)) // takes hours, so it only runs by name
  if (wanted[0] === 'faults') {
    await buildWeb()
    return drillFaults(wanted.slice(1)) // takes an hour
  }
  const chosen = wanted.length > 0 ? drills.filter(({ name }) => wanted.some((word) => name.startsWith(word))) : drills
  if (chosen.length === 0) throw new Error(`No drill begins with ${wanted.join(', ')}`)
  await buildWeb()
  let failed = 0
  for (const drill of chosen) if (!(await held(drill))) failed++
  say(`${chosen.length - failed} of ${chosen.length} held or skipped, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

await main()
