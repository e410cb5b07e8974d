import { statfs } from 'node:fs/promises'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { Problem } from '#platform/problem.ts'
import type { Settings } from '#platform/settings.ts'

const BYTES_PER_MB = 1024 ** 2
const RETRY_SECONDS = 60

type Limits = Pick<Settings, 'dataDir' | 'minFreeMb'>

/** Returns the free disk space for this process, in MB, on the disk of a folder. */
export async function readFreeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / BYTES_PER_MB)
}

/** Whether the app may write files. `MIN_FREE_MB` of free disk space is reserved for the database. */
export const hasRoomForFiles = async ({ dataDir, minFreeMb }: Limits): Promise<boolean> =>
  minFreeMb === 0 || (await readFreeMb(dataDir)) >= minFreeMb

/** Refuses to write files. @throws Problem 'storage-full' if less than `MIN_FREE_MB` is free */
export async function requireRoomForFiles(config: Limits): Promise<void> {
  if (!(await hasRoomForFiles(config))) throw new Problem('storage-full', 'There is no room for files on this server.')
}

/** Wraps a worker that writes files. If less than `MIN_FREE_MB` is free, postpones the job by a minute. */
export const postponeWhenDiskFull = (ctx: () => Context, worker: Worker): Worker => ({
  ...worker,
  work: async (data: never) => {
    if (await hasRoomForFiles(ctx().config)) return worker.work(data)
    await ctx().transaction(({ job }) => job(worker.name, data, { startAfterSeconds: RETRY_SECONDS }))
  },
})
