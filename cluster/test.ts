/**
 * `npm run cluster:test -- [--primaries 10] [--streams 1000] [--only WORD]`: a cluster under load, struck with fault
 * after fault; one line of JSON each, exit 1 when one was not survived. `--short`: two of each
 * engine, two faults. docs/operations/cluster.md
 */
import { parseArgs } from 'node:util'
import { type Fault, faults, shortFaults } from './faults.ts'
import { gather } from './load.ts'
import { installLine, missingPackages } from './packages.ts'
import { startCluster } from './start-cluster.ts'
import { isSurvived, survive } from './survive.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function strike(size: { nodes: number; databases: number }, chosen: Fault[], streams: number): Promise<boolean> {
  const cluster = await startCluster(size)
  let survived = true
  try {
    const people = await gather(cluster.origin, streams)
    const seen = people.writers.map(() => new Set<string>())
    for (const fault of chosen) {
      try {
        const outcome = await survive(cluster, people, fault, seen)
        say(JSON.stringify(outcome))
        survived &&= isSurvived(outcome)
      } catch (error) {
        say(JSON.stringify({ fault: fault.name, failed: String(error) }))
        survived = false
      }
    }
    people.leave()
  } finally {
    await cluster.stop()
  }
  return survived
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
  const missing = missingPackages()
  if (missing.length > 0) {
    say(installLine(missing))
    return false
  }
  const all = values.short ? shortFaults() : faults(Number(values.primaries))
  const chosen = all.filter(({ name }) => name.includes(values.only))
  if (chosen.length === 0) throw new Error(`No fault has "${values.only}" in its name.`)
  if (values.short) return strike({ nodes: 2, databases: 2 }, chosen, 20)
  return strike({ nodes: 3, databases: 3 }, chosen, Number(values.streams))
}

process.exitCode = (await main()) ? 0 : 1
