import { join } from 'node:path'
import { localStorage, type Storage } from '#platform/storage.ts'
import type { Config } from './config.ts'

/** The bucket, when the settings name one, else the disk. What a bucket needs is loaded only then. */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  const folder = join(dataDir, 'photos')
  if (!s3) return localStorage(folder)
  const { s3Storage } = await import('#platform/s3-storage.ts')
  return s3Storage(s3, folder)
}
