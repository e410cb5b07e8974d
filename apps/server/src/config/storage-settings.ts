import * as v from 'valibot'
import { TextSetting } from '#platform/settings.ts'
import type { S3Settings } from '#platform/storage/s3-request.ts'

export const storageSettingEntries = {
  S3_ENDPOINT: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^(https?:\/\/[^\s/?#@]+\/?)?$/, 'must be https://host')),
    '',
  ),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^([\w][\w.-]{1,254})?$/, 'must be the name of a bucket')),
    '',
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{0,64}$/, 'must be the name of a region')), ''),
  STORAGE_MOVE: v.optional(v.picklist(['', 'disk-to-s3', 's3-to-disk'], 'must be disk-to-s3 or s3-to-disk'), ''),
  S3_ACCESS_KEY_ID: TextSetting,
  S3_SECRET_ACCESS_KEY: TextSetting,
}
const Entries = v.object(storageSettingEntries)
type StorageEnvironment = v.InferOutput<typeof Entries>

/** Secrets that can also be read from a file. The setting `<NAME>_FILE` contains the path of the file. */
export const storageSecrets = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const requiredSettings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export type StorageMove = 'disk-to-s3' | 's3-to-disk' | null

type StorageSettings = { s3: S3Settings | null; storageMove: StorageMove }

/** Reads the settings. `s3` is the bucket for photos; null means the disk. `wrong` has a line per missing setting. */
export function readStorageSettings(env: StorageEnvironment): StorageSettings & { wrong: string[] } {
  const storageMove = env.STORAGE_MOVE || null
  const missing = requiredSettings.filter((name) => env[name] === '')
  if (missing.length === requiredSettings.length && !storageMove) return { s3: null, storageMove, wrong: [] }
  const s3 = {
    endpoint: env.S3_ENDPOINT.replace(/\/$/, ''),
    bucket: env.S3_BUCKET,
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
  const beside = storageMove ? 'STORAGE_MOVE needs' : 'the other S3_ settings need'
  return { s3, storageMove, wrong: missing.map((name) => `${name} is missing: ${beside} it`) }
}
