import { findImportedPosts, type PostOrigin } from '@pawtrait/contract/archives.ts'
import { useRef, useState } from 'react'
import { call } from '#lib/server/call.ts'
import { type Archive, ArchiveError, type ArchiveErrorCode, type ImportablePost, readArchive } from './read-archive.ts'

/** State of the archive file that the user chose. `known`: keys of its posts that were imported earlier. */
export type ArchiveFileState =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'refused'; fault: ArchiveErrorCode }
  | { step: 'open'; archive: Archive; known: ReadonlySet<string> }

const AT_ONCE = 100 // largest number of posts in one request

/** Returns the keys of posts imported earlier. Incomplete after an error, but the server creates no post twice. */
async function knownOf(posts: readonly ImportablePost[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < posts.length; from += AT_ONCE) {
    const some = posts.slice(from, from + AT_ONCE)
    const origins = some.map(({ network, id, postedAt }): PostOrigin => ({ network, id, postedAt }))
    const answer = await call(findImportedPosts, { body: { origins } }).catch(() => null)
    if (!answer) return known
    for (const [at, { key }] of some.entries()) if (answer.known[at]) known.add(key)
  }
  return known
}

/** Opens the archive that the user chooses. A later choice replaces one that is still being read. */
export function useOpenArchive() {
  const [state, setState] = useState<ArchiveFileState>({ step: 'none' })
  const last = useRef<File | null>(null)
  const open = async (file: File) => {
    last.current = file
    const show = (to: ArchiveFileState) => last.current === file && setState(to)
    show({ step: 'reading' })
    try {
      const archive = await readArchive(file)
      show({ step: 'open', archive, known: await knownOf(archive.posts) })
    } catch (error) {
      show({ step: 'refused', fault: error instanceof ArchiveError ? error.fault : 'unreadable' })
    }
  }
  const close = () => {
    last.current = null
    setState({ step: 'none' })
  }
  /** Reads the archive again, and asks the server again which of its posts are already imported. */
  const openAgain = () => {
    if (last.current) void open(last.current)
  }
  return { state, open, openAgain, close }
}
