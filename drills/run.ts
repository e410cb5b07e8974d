/**
 * `npm run drill [name…]`: runs drills and prints a line per drill. Exits with 1 when a drill fails. Without names, all
 * drills except `mutate` and `faults` run. See mutate.ts and faults.ts.
 */
import { buildWeb } from '../tools/build-web.ts'
import { abuseDrills } from './abuse.ts'
import { archiveDrills } from './archives.ts'
import { browserDrills } from './browsers.ts'
import { clockDrills } from './clocks.ts'
import { databaseDrills } from './database.ts'
import { diskDrills } from './disks.ts'
import { type Drill, DrillSkipped } from './drill.ts'
import { runFaultDrill } from './faults.ts'
import { fullDataDiskDrills } from './full-data-disk.ts'
import { heavyLoadDrills } from './heavy-load.ts'
import { hostileInputDrills } from './hostile-inputs.ts'
import { imageMetadataDrills } from './image-metadata.ts'
import { killDrills } from './kills.ts'
import { runMutationTests } from './mutate.ts'
import { nginxDrills } from './nginx.ts'
import { npmDependencyDrills } from './npm-dependencies.ts'
import { pathTraversalDrills } from './path-traversal.ts'
import { photoDrills } from './photos.ts'
import { productionDrills } from './production-guide.ts'
import { slowUploadDrills } from './slow-uploads.ts'
import { streamDrills } from './streams.ts'
import { tlsDrills } from './tls.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const drills: Drill[] = [
  ...photoDrills,
  ...hostileInputDrills,
  ...imageMetadataDrills,
  ...pathTraversalDrills,
  ...heavyLoadDrills,
  ...streamDrills,
  ...diskDrills,
  ...fullDataDiskDrills,
  ...clockDrills,
  ...npmDependencyDrills,
  ...tlsDrills,
  ...nginxDrills,
  ...productionDrills,
  ...slowUploadDrills,
  ...killDrills,
  ...abuseDrills,
  ...archiveDrills,
  ...databaseDrills,
  ...browserDrills,
]

async function runDrill({ name, run }: Drill): Promise<boolean> {
  const from = performance.now()
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(0)} s`
  try {
    print(`${name}: ${await run()} (${seconds()})`)
    return true
  } catch (error) {
    if (error instanceof DrillSkipped) print(`${name}: skipped: ${error.message}`)
    else print(`${name}: FAILED (${seconds()}): ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof DrillSkipped
  }
}

async function main() {
  const wanted = process.argv.slice(2)
  // Mutation testing runs only by name, because it takes hours.
  if (wanted[0] === 'mutate') return runMutationTests(wanted.slice(1))
  if (wanted[0] === 'faults') {
    await buildWeb()
    return runFaultDrill(wanted.slice(1)) // The fault drill runs only by name, because it takes an hour.
  }
  const chosen = wanted.length > 0 ? drills.filter(({ name }) => wanted.some((word) => name.startsWith(word))) : drills
  if (chosen.length === 0) throw new Error(`No drill begins with ${wanted.join(', ')}`)
  await buildWeb()
  let failed = 0
  for (const drill of chosen) if (!(await runDrill(drill))) failed++
  print(`${chosen.length - failed} of ${chosen.length} held or skipped, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

await main()
