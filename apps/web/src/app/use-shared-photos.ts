import { paths } from '@pawtrait/contract/paths.ts'
import { SHARE_RESULT_PARAM } from '@pawtrait/contract/service-worker.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loadChunk } from '#lib/server/load-chunk.ts'

async function takeSharedFiles(addFiles: (files: File[]) => Promise<void>): Promise<boolean> {
  const { readSharedFiles, deleteSharedFiles } = await loadChunk(() => import('#lib/offline/offline-database.ts'))
  const files = await readSharedFiles()
  if (files.length === 0) return false
  await addFiles(files)
  await deleteSharedFiles()
  return true
}

/**
 * Reason why there are no shared photos. `none`: the other app shared no photos, or this page cannot read them. `full`:
 * this device has no free storage.
 */
export type MissingPhotosReason = 'none' | 'full'

/**
 * Adds photos that another app has shared with the installed app. If there are none, returns the reason, and the user
 * must choose photos on this page.
 */
export function useSharedPhotos(addFiles: (files: File[]) => Promise<void>): MissingPhotosReason | null {
  const { search } = useLocation()
  const navigate = useNavigate()
  const shareResult = new URLSearchParams(search).get(SHARE_RESULT_PARAM)
  const [missing, setMissing] = useState<MissingPhotosReason | null>(
    shareResult === 'none' || shareResult === 'full' ? shareResult : null,
  )
  const receive = useEffectEvent(() => {
    void takeSharedFiles(addFiles)
      .catch(() => false)
      .then((hasFiles) => {
        setMissing(hasFiles ? null : 'none')
        void navigate(paths.create, { replace: true })
      })
  })
  useEffect(() => {
    if (shareResult === 'photos') receive()
  }, [shareResult])
  return missing
}
