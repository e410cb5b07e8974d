import { formatCount, formatSize } from '#app/backup/backup-error.ts'
import type { Config } from '#app/config/config.ts'
import { openStorages } from '#app/process/open-storage.ts'
import { copyFiles } from '#features/media/files/copy-files.ts'
import { type FileFault, verifyFiles } from '#features/media/files/verify-files.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import type { Command, CommandOutcome } from './command.ts'
import { withDependencies } from './dependencies.ts'

const linesOf = (faults: readonly FileFault[]) => faults.map(({ file, is }) => `${is}: ${file}`)

const repairHint = 'Restore those from a backup, or from the other storage; "sweep" removes stray ones.'

const noMove =
  'Nothing moves: set STORAGE_MOVE=disk-to-s3 or s3-to-disk and start the app with it first, so that what is ' +
  'uploaded meanwhile goes to both (docs/operations/storage.md).'

const copy = (config: Config): Promise<CommandOutcome> =>
  withDependencies(config, 'update', async (deps) => {
    const { to, from } = await openStorages(config)
    if (!from) return { lines: [noMove], isWell: false }
    const { copied, existing, sizeBytes, faults } = await copyFiles(createContext(deps, systemCaller), { to, from })
    const alreadyThere = `${existing.toLocaleString('en')} were there`
    const done = `${formatCount(copied, 'file')} copied (${formatSize(sizeBytes)}); ${alreadyThere}.`
    if (faults.length === 0) return { lines: [done, 'Next: "storage verify".'], isWell: true }
    return {
      lines: [...linesOf(faults), done, `${formatCount(faults.length, 'fault')}, not copied. ${repairHint}`],
      isWell: false,
    }
  })

const verify = (config: Config, note: boolean): Promise<CommandOutcome> =>
  withDependencies(config, note ? 'update' : 'read', async (deps) => {
    // While photos move from disk to a bucket, or from a bucket to disk, only the new storage is verified.
    const { to } = await openStorages(config)
    const found = await verifyFiles(createContext({ ...deps, storage: to }, systemCaller), note)
    const { files, sizeBytes, unknown, faults } = found
    const notes = note ? 'what they hold now is written down.' : '--note writes down what they hold now.'
    const older = unknown > 0 ? [`Older than hashes: ${formatCount(unknown, 'file')}; ${notes}`] : []
    const all = `${formatCount(files, 'file')}, ${formatSize(sizeBytes)}`
    if (faults.length === 0) return { lines: [...older, `Whole: ${all}.`], isWell: true }
    return {
      lines: [...linesOf(faults), ...older, `${formatCount(faults.length, 'fault')} in ${all}. ${repairHint}`],
      isWell: false,
    }
  })

export function readStorageCommand([, what, ...flags]: string[]): Command | undefined {
  if (what === 'copy' && flags.length === 0) return ({ config }) => copy(config())
  if (what !== 'verify' || flags.some((flag) => flag !== '--note')) return undefined
  return ({ config }) => verify(config(), flags.length > 0)
}
