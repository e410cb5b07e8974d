import { fetchRemotePhoto, importPost } from '@pawtrait/contract/archives.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadPhoto } from '#features/media/upload-photo.ts'
import { call } from '#lib/server/call.ts'
import { type ImportApi, type ImportControls, type ImportPlan, type ImportState, importPosts } from './import-posts.ts'

const api: ImportApi = {
  sendPhoto: (file) => uploadPhoto(file, { onProgress: () => {} }),
  fetchPhoto: (url) => call(fetchRemotePhoto, { body: { url } }),
  importPost: (body) => call(importPost, { body }),
}

/** Returns the state of this page's import, and functions that control it. Unmounting cancels the import. */
export function useImportPosts() {
  const queries = useQueryClient()
  const [now, setNow] = useState<ImportState | null>(null)
  const run = useRef<ImportControls | null>(null)
  useEffect(() => () => run.current?.cancel(), [])
  const updateState = (next: ImportState) => {
    setNow(next)
    // Refetches all queries, because the imported posts appear in the profile, the feed and memories.
    if (next.step === 'done') void queries.invalidateQueries()
  }
  const begin = (plan: ImportPlan) => {
    run.current = importPosts(plan, api, updateState)
  }
  const end = () => {
    run.current?.cancel()
    setNow(null)
    void queries.invalidateQueries()
  }
  return { now, begin, end, pause: () => run.current?.pause(), resume: () => run.current?.resume() }
}
