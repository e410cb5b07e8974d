import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { localStorage, type Storage } from '#platform/storage/storage.ts'

type Settings = Pick<Config, 'dataDir' | 'processes' | 's3' | 'storageMove'>

/** Where photos lie, and while they move, where they lay until now. What a bucket needs is loaded only for one. */
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

/** The disk, or the bucket when the settings name one; both while photos move. */
export async function openStorage(settings: Settings): Promise<Storage> {
  const { to, from } = await openPlaces(settings)
  if (!from) return to
  const { mirrorStorage } = await import('#platform/storage/mirror-storage.ts')
  return mirrorStorage({ to, from })
}
