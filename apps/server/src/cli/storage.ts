import { formatCount, formatSize } from '#app/backup/backup-error.ts'
import type { Config } from '#app/config/config.ts'
import { openStorages } from '#app/process/open-storage.ts'
import { copyFiles } from '#features/media/files/copy-files.ts'
import { type FileFault, verifyFiles } from '#features/media/files/verify-files.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import type { Command, CommandOutcome } from './command.ts'
import { withDependencies } from './dependencies.ts'

const formatFaults = (faults: readonly FileFault[]) => faults.map(({ file, is }) => `${is}: ${file}`)

const repairHint = 'Restore these files from a backup or the other storage. "sweep" deletes stray files.'

const noMoveText =
  'STORAGE_MOVE is not set: set it to disk-to-s3 or s3-to-disk and restart the app first, so that new uploads ' +
  'go to both storages (docs/operations/storage.md).'

const copyToNewStorage = (config: Config): Promise<CommandOutcome> =>
  withDependencies(config, 'update', async (deps) => {
    const { to, from } = await openStorages(config)
    if (!from) return { lines: [noMoveText], isWell: false }
    const { copied, existing, sizeBytes, faults } = await copyFiles(createContext(deps, systemCaller), { to, from })
    const existingText = `${existing.toLocaleString('en')} already existed`
    const done = `${formatCount(copied, 'file')} copied (${formatSize(sizeBytes)}); ${existingText}.`
    if (faults.length === 0) return { lines: [done, 'Next, run "storage verify".'], isWell: true }
    return {
      lines: [
        ...formatFaults(faults),
        done,
        `${formatCount(faults.length, 'fault')}: these files were not copied. ${repairHint}`,
      ],
      isWell: false,
    }
  })

const verifyStorage = (config: Config, note: boolean): Promise<CommandOutcome> =>
  withDependencies(config, note ? 'update' : 'read', async (deps) => {
    // While photos move from disk to a bucket, or from a bucket to disk, only the new storage is verified.
    const { to } = await openStorages(config)
    const found = await verifyFiles(createContext({ ...deps, storage: to }, systemCaller), note)
    const { files, sizeBytes, unknown, faults } = found
    const notes = note ? 'their present hashes are recorded.' : '--note records their present hashes.'
    const older = unknown > 0 ? [`Without a recorded hash: ${formatCount(unknown, 'file')}; ${notes}`] : []
    const total = `${formatCount(files, 'file')}, ${formatSize(sizeBytes)}`
    if (faults.length === 0) return { lines: [...older, `Intact: ${total}.`], isWell: true }
    return {
      lines: [...formatFaults(faults), ...older, `${formatCount(faults.length, 'fault')} in ${total}. ${repairHint}`],
      isWell: false,
    }
  })

export function readStorageCommand([, what, ...flags]: string[]): Command | undefined {
  if (what === 'copy' && flags.length === 0) return ({ config }) => copyToNewStorage(config())
  if (what !== 'verify' || flags.some((flag) => flag !== '--note')) return undefined
  return ({ config }) => verifyStorage(config(), flags.length > 0)
}
