import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApiClient } from '../e2e/client.ts'
import { collectGarbage, type InspectorUrls } from './collect-garbage.ts'
import { mountTmpfs } from './disks.ts'
import { DrillSkipped } from './drill.ts'
import { type DrillInstance, findLongLivedPids, killAndRestart, readMemoryMb, startInstance } from './drill-instance.ts'
import { startLoad } from './drill-load.ts'
import { allFaults, type Fault } from './fault-kinds.ts'
import { countOrphansAfterSweep } from './photo-faults.ts'
import { findLossesAfterRecovery, measureRecovery } from './recovery.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

// Limit of the memory growth in MB a minute. Faster growth counts as a leak: 2 MB a minute would be 3 GB a day.
const flatMbAMinute = 2

const row = (cells: (string | number)[]) => print(`| ${cells.join(' | ')} |`)

const acknowledgedBy = ({ done: { photos, posts, likes } }: DrillInstance) => photos.size + posts.size + likes.size

/**
 * Applies one fault under load and prints a row. Returns whether no data was lost or wrong, and no orphaned file
 * remained.
 */
async function testFault(instance: DrillInstance, { name, inject }: Fault, seen: Set<string>): Promise<boolean> {
  const [before, known] = [readMemoryMb(instance), acknowledgedBy(instance)]
  const { tally, stop } = startLoad(instance)
  await sleep(2_000)
  const recovery = measureRecovery((markFault) => inject(instance, markFault), tally)
  await recovery.then(stop, stop)
  const { result = '', backMs } = await recovery
  const lost = await findLossesAfterRecovery(instance.app, instance.client, instance.done, seen)
  const orphans = await countOrphansAfterSweep(instance)
  const { answered, wrong, refused, cut } = tally
  const mb = `${before.toFixed(0)} → ${readMemoryMb(instance).toFixed(0)}`
  const back = (backMs / 1_000).toFixed(2)
  const acknowledged = acknowledgedBy(instance) - known
  row([name, answered, acknowledged, lost.length, wrong.length, refused, cut, back, orphans, mb, result])
  for (const line of [...lost, ...wrong].slice(0, 5)) print(`  ${line}`)
  return acknowledged > 0 && lost.length + wrong.length + orphans === 0
}

/** Returns the least-squares slope of equally spaced values. One outlier changes this slope little. */
function slopeOf(values: number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, values.reduce((sum, value) => sum + value, 0) / values.length]
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / Math.max(1, spread)
}

/**
 * Kills and restarts the instance, then puts it under load. Measures memory each minute, before and after a garbage
 * collection. Returns true if no response was wrong and memory hardly grew. Memory after collections may grow by at
 * most `flatMbAMinute` MB per minute in the second half. Memory before collections is only printed, because it varies
 * by tens of MB.
 */
async function hasFlatMemory(instance: DrillInstance, minutes: number): Promise<boolean> {
  await killAndRestart(instance)
  const { tally, stop } = startLoad(instance)
  const inspectors: InspectorUrls = new Map()
  const [resident, collected]: [number[], number[]] = [[], []]
  for (let minute = 0; minute < minutes; minute++) {
    await sleep(60_000)
    resident.push(Math.round(readMemoryMb(instance)))
    await collectGarbage(instance.app, findLongLivedPids(instance), inspectors)
    collected.push(Math.round(readMemoryMb(instance)))
  }
  await stop()
  const slope = slopeOf(collected.slice(Math.floor(minutes / 2)))
  print(`${minutes} minutes of load: ${tally.answered} answers, ${tally.wrong.length} wrong, ${tally.refused} refused`)
  print(`resident by minute ${resident.join(', ')} MB`)
  print(`without garbage ${collected.join(', ')} MB; ${slope.toFixed(1)} MB a minute in the second half`)
  return tally.wrong.length === 0 && slope <= flatMbAMinute
}

/** Runs one fault with preparation and clean-up. Returns whether the app survived it. */
async function runFault(instance: DrillInstance, fault: Fault, seen: Set<string>): Promise<boolean> {
  try {
    await fault.prepare?.(instance)
    try {
      return await testFault(instance, fault, seen)
    } finally {
      await fault.cleanUp?.(instance)
    }
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
    print(`| ${fault.name} | ${error instanceof DrillSkipped ? 'skipped' : 'FAILED'}: ${why} |`)
    return error instanceof DrillSkipped
  }
}

const columns = 'fault,answers,acknowledged,lost,wrong,refused,cut,back s,orphans,MB,beside'.split(',')

/** Runs all faults on one instance. Returns the names of the faults that the app did not survive. */
async function runFaults(where: { dataDir: string; hasOwnDisk: boolean }, chosen: Fault[], minutes: number) {
  const app = await startInstance(where.dataDir)
  const done = { photos: new Set<string>(), posts: new Set<string>(), likes: new Set<string>() }
  const instance: DrillInstance = {
    app,
    client: await createApiClient(app, 'amina'),
    done,
    hasOwnDisk: where.hasOwnDisk,
  }
  const seen = new Set<string>()
  const failed: string[] = []
  try {
    row(columns)
    row(columns.map(() => '---'))
    for (const fault of chosen) if (!(await runFault(instance, fault, seen))) failed.push(fault.name)
    if (minutes > 0 && !(await hasFlatMemory(instance, minutes))) failed.push('minutes of load')
    return failed
  } finally {
    await instance.app.stop()
  }
}

/**
 * `npm run drill faults -- [--kills 50] [--minutes 10] [--streams 10000] [--only WORD]`: applies faults to an instance
 * of two processes under load. The load consists of readers, writers, uploads and streams. Prints a line per fault.
 * Exits with 1 if the app did not survive a fault.
 */
export async function runFaultDrill(words: string[]) {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const options = { kills: text('50'), minutes: text('10'), streams: text('10000'), only: text('') }
  const { values } = parseArgs({ args: words, options })
  const all = allFaults(Number(values.kills), Number(values.streams))
  const chosen = all.filter(({ name }) => name.includes(values.only))
  if (chosen.length === 0) throw new Error(`No fault has "${values.only}" in its name.`)
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-small-'))
  const mounted = await mountTmpfs(dataDir, '1g').catch(() => undefined)
  try {
    const failed = await runFaults({ dataDir, hasOwnDisk: mounted !== undefined }, chosen, Number(values.minutes))
    print(failed.length > 0 ? `not survived: ${failed.join(', ')}` : `${chosen.length} faults survived or skipped`)
    process.exitCode = failed.length > 0 ? 1 : 0
  } finally {
    await mounted?.unmount()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
