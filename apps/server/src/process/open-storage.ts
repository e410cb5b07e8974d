import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { openDiskStorage, type Storage } from '#platform/storage/storage.ts'

type Settings = Pick<Config, 'dataDir' | 'processes' | 's3' | 'storageMove'>

/** Opens the photo storage. During a move, also opens the old storage. Loads the S3 client only for a bucket. */
export async function openStorages({
  dataDir,
  processes,
  s3,
  storageMove,
}: Settings): Promise<{ to: Storage; from?: Storage }> {
  const folder = join(dataDir, 'photos')
  const disk = () => openDiskStorage(folder, processes > 1)
  if (!s3) return { to: await disk() }
  const { openS3Storage } = await import('#platform/storage/s3-storage.ts')
  const bucket = await openS3Storage(s3, folder)
  if (!storageMove) return { to: bucket }
  return storageMove === 'disk-to-s3' ? { to: bucket, from: await disk() } : { to: await disk(), from: bucket }
}

/** Opens the disk or the bucket. During a move it opens a mirror of both. */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { to, from } = await openStorages(settings)
  if (!from) return to
  const { createMirrorStorage } = await import('#platform/storage/mirror-storage.ts')
  return createMirrorStorage({ to, from })
}
