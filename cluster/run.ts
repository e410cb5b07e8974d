/** `npm run cluster`: runs all programs of a cluster on this machine until Ctrl-C. See docs/operations/cluster.md. */
import { findMissingPackages, formatInstallMessage } from './packages.ts'
import { fullClusterSize, startCluster } from './start-cluster.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

const missing = findMissingPackages()
if (missing.length > 0) {
  print(formatInstallMessage(missing))
  process.exit(1)
}
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
const cluster = await startCluster(fullClusterSize, print)
print(`Logs are in ${cluster.folder}. Ctrl-C stops all of it and removes the data.`)
await stopped
await cluster.stop()
print('Stopped.')
