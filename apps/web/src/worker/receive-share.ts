import { pages } from '@pawtrait/contract/pages.ts'
import { SHARE_RESULT_PARAM } from '@pawtrait/contract/service-worker.ts'
import { readSharedFiles, storeSharedFiles } from '#lib/offline/offline-database.ts'

/**
 * Handles the share target: stores the photos and redirects to Create. Skips empty files, which Chrome 153 on Android
 * sometimes sends.
 */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('photos').filter((file) => file instanceof File && file.size > 0)
  const result = await storeSharedFiles(files as File[])
    .then(readSharedFiles)
    .then((stored) => (stored.length > 0 ? 'photos' : 'none'))
    .catch(() => 'full')
  return Response.redirect(`${pages.create.path}?${SHARE_RESULT_PARAM}=${result}`, 303)
}
