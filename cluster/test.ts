/**
 * `npm run cluster:test -- [--primaries 10] [--streams 1000] [--only WORD]`: applies one fault after another to a
 * cluster under load. Prints a line of JSON per fault. Exits with code 1 if the cluster did not survive a fault.
 * `--short` runs `short-cluster.spec.ts`, about 85 s. See docs/operations/cluster.md.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { applyFault, hasSurvived } from './fault-outcome.ts'
import { allFaults, type Fault } from './faults.ts'
import { findMissingPackages, formatInstallMessage } from './packages.ts'
import { signUpUsers } from './simulated-users.ts'
import { type Cluster, fullClusterSize, startCluster } from './start-cluster.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Rejects on SIGINT or SIGTERM, so that the caller stops the cluster. Otherwise PostgreSQL would keep running. */
const ended = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Ended by ${signal}.`)))
})
ended.catch(() => {}) // Avoids an unhandled rejection before the promise is awaited.

async function applyFaults(cluster: Cluster, chosen: Fault[], streams: number): Promise<boolean> {
  let survived = true
  const people = await signUpUsers(cluster.origin, streams)
  for (const fault of chosen) {
    try {
      const outcome = await applyFault(cluster, people, fault)
      print(JSON.stringify(outcome))
      survived &&= hasSurvived(outcome)
    } catch (error) {
      print(JSON.stringify({ fault: fault.name, failed: String(error) }))
      survived = false
    }
  }
  people.close()
  return survived
}

async function testFullCluster(chosen: Fault[], streams: number): Promise<boolean> {
  const cluster = await startCluster(fullClusterSize)
  const survived = await Promise.race([applyFaults(cluster, chosen, streams), ended]).catch((error: unknown) => {
    print(JSON.stringify({ failed: String(error) }))
    return false
  })
  await cluster.stop()
  return survived
}

function runShortForm(): boolean {
  const vitest = join(import.meta.dirname, '../node_modules/.bin/vitest')
  return spawnSync(vitest, ['run', '--project', 'cluster'], { stdio: 'inherit' }).status === 0
}

async function main(): Promise<boolean> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const options = {
    primaries: text('10'),
    streams: text('1000'),
    only: text(''),
    short: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ options })
  const missing = findMissingPackages()
  if (missing.length > 0) {
    print(formatInstallMessage(missing))
    return false
  }
  if (values.short) return runShortForm()
  const chosen = allFaults(Number(values.primaries)).filter(({ name }) => name.includes(values.only))
  if (chosen.length === 0) throw new Error(`No fault has "${values.only}" in its name.`)
  return testFullCluster(chosen, Number(values.streams))
}

// Exits explicitly, because after a signal the simulated users may still be sending requests.
process.exit((await main()) ? 0 : 1)
