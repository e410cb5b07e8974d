import { fetchRemotePhoto, importPost } from '@pawtrait/contract/archives.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadPhoto } from '#features/media/upload-photo.ts'
import { call } from '#lib/server/call.ts'
import { type Bringing, bringPosts, type Doors, type Plan, type Run } from './bring-posts.ts'

const doors: Doors = {
  sendPhoto: (file) => uploadPhoto(file, { onProgress: () => {} }),
  fetchPhoto: (url) => call(fetchRemotePhoto, { body: { url } }),
  importPost: (body) => call(importPost, { body }),
}

/** The import of this page; leaving the page ends it. */
export function useBringing() {
  const queries = useQueryClient()
  const [now, setNow] = useState<Bringing | null>(null)
  const run = useRef<Run | null>(null)
  useEffect(() => () => run.current?.cancel(), [])
  const follow = (next: Bringing) => {
    setNow(next)
    // Profile, feed and memories now include the imported posts.
    if (next.step === 'done') void queries.invalidateQueries()
  }
  const begin = (plan: Plan) => {
    run.current = bringPosts(plan, doors, follow)
  }
  const end = () => {
    run.current?.cancel()
    setNow(null)
    void queries.invalidateQueries()
  }
  return { now, begin, end, pause: () => run.current?.pause(), goOn: () => run.current?.goOn() }
}
