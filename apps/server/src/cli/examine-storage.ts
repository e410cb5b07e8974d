import type { Config } from '#app/config/config.ts'
import type { Finding } from '#platform/finding.ts'

const repairHint = 'the app answers requests for photos and uploads with 503. See docs/operations/storage.md.'

/** Checks the bucket. Returns no finding when photos are on disk. */
export async function examineStorage({ s3 }: Config): Promise<Finding[]> {
  if (!s3) return []
  const what = 'storage'
  const { findBucketFault } = await import('#platform/storage/s3-storage.ts')
  const fault = await findBucketFault(s3)
  const says = fault === undefined ? `the bucket ${s3.bucket} answers.` : `${fault}: ${repairHint}`
  return [{ what, ok: fault === undefined, says }]
}
