import type { Config } from '#app/config/config.ts'
import type { Finding } from '#platform/finding.ts'

const whatToDo = 'photos and uploads are answered 503: see docs/operations/storage.md.'

/** Whether the bucket that the settings name answers; nothing where photos lie on the disk. */
export async function examineStorage({ s3 }: Config): Promise<Finding[]> {
  if (!s3) return []
  const what = 'storage'
  const { examineBucket } = await import('#platform/storage/s3-storage.ts')
  const wrong = await examineBucket(s3)
  const says = wrong === undefined ? `the bucket ${s3.bucket} answers.` : `${wrong}: ${whatToDo}`
  return [{ what, ok: wrong === undefined, says }]
}
