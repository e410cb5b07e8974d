import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import { beginImport } from '@pawtrait/contract/imports.ts'
import { useSyncExternalStore } from 'react'
import { CallError, toCallError } from '#lib/server/call.ts'
import { buildViewerHeader } from '#lib/server/page-viewer.ts'

/** Upload of an archive. `sent` is the uploaded fraction, from 0 to 1. */
export type ArchiveUpload = { sent: number; cancel: () => void }

let current: ArchiveUpload | null = null
const listeners = new Set<() => void>()

function setUpload(next: ArchiveUpload | null) {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the current upload of this tab. The upload continues when the user opens another page. */
export const useArchiveUpload = (): ArchiveUpload | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

function parseCallError(text: string): CallError {
  try {
    return toCallError(JSON.parse(text) as ProblemBody)
  } catch {
    return new CallError(null)
  }
}

/**
 * Uploads an archive with XMLHttpRequest, because `fetch` reports no upload progress. Also resolves if the user
 * cancels.
 * @throws CallError
 */
export async function uploadArchive(file: File): Promise<void> {
  const request = new XMLHttpRequest()
  setUpload({ sent: 0, cancel: () => request.abort() })
  try {
    await new Promise<void>((resolve, reject) => {
      request.open(beginImport.method, beginImport.path)
      for (const [name, value] of Object.entries(buildViewerHeader())) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (current && total > 0) setUpload({ ...current, sent: loaded / total })
      })
      request.addEventListener('load', () =>
        // Accepts any status below 300, because the browser's build of the contract omits the expected status.
        request.status < 300 ? resolve() : reject(parseCallError(request.responseText)),
      )
      request.addEventListener('error', () => reject(new CallError(null)))
      request.addEventListener('abort', () => resolve())
      const form = new FormData()
      form.append('archive', file)
      request.send(form)
    })
  } finally {
    setUpload(null)
  }
}
