import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { localStorage, type Storage } from '#platform/storage/storage.ts'

type Settings = Pick<Config, 'dataDir' | 'processes' | 's3' | 'storageMove'>

/** Opens the storage of photos; during a move also the old one. Loads the S3 client only for a bucket. */
export async function openPlaces({
  dataDir,
  processes,
  s3,
  storageMove,
}: Settings): Promise<{ to: Storage; from?: Storage }> {
  const folder = join(dataDir, 'photos')
  const disk = () => localStorage(folder, processes > 1)
  if (!s3) return { to: await disk() }
  const { s3Storage } = await import('#platform/storage/s3-storage.ts')
  const bucket = await s3Storage(s3, folder)
  if (!storageMove) return { to: bucket }
  return storageMove === 'disk-to-s3' ? { to: bucket, from: await disk() } : { to: await disk(), from: bucket }
}

/** Opens disk or bucket; during a move a mirror of both. */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { to, from } = await openPlaces(settings)
  if (!from) return to
  const { mirrorStorage } = await import('#platform/storage/mirror-storage.ts')
  return mirrorStorage({ to, from })
}
