import { findImportedPosts, type PostOrigin } from '@pawtrait/contract/archives.ts'
import { useRef, useState } from 'react'
import { call } from '#lib/server/call.ts'
import { ArchiveError, type ArchiveErrorCode } from './open-archive-file.ts'
import type { Archive, ImportablePost } from './read-archive.ts'

/**
 * Error of opening an archive. `fileName` is null if the error concerns the chosen files as a whole, or if there is
 * only one file.
 */
export type ArchiveOpenError = { code: ArchiveErrorCode; fileName: string | null }

/**
 * State of the archive that the user chose. `known`: keys of its posts that were imported earlier. In step `open`,
 * `fault` is the error of a part that was added later.
 */
export type ArchiveFileState =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'refused'; fault: ArchiveOpenError }
  | { step: 'open'; archive: Archive; known: ReadonlySet<string>; fault: ArchiveOpenError | null }

const MAX_POSTS_PER_REQUEST = 100

/** Returns the keys of already imported posts. After an error keys may be missing; the server imports no post twice. */
async function fetchImportedKeys(posts: readonly ImportablePost[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < posts.length; from += MAX_POSTS_PER_REQUEST) {
    const batch = posts.slice(from, from + MAX_POSTS_PER_REQUEST)
    const origins = batch.map(({ network, id, postedAt }): PostOrigin => ({ network, id, postedAt }))
    const answer = await call(findImportedPosts, { body: { origins } }).catch(() => null)
    if (!answer) return known
    for (const [at, { key }] of batch.entries()) if (answer.known[at]) known.add(key)
  }
  return known
}

/** Loads the archive reader on demand, to keep the first load of the app small. @throws ArchiveError */
async function loadReader() {
  try {
    return await import('./read-archive.ts')
  } catch {
    throw new ArchiveError('not-loaded')
  }
}

function toOpenError(error: unknown, files: readonly File[]): ArchiveOpenError {
  if (!(error instanceof ArchiveError)) return { code: 'unreadable', fileName: null }
  const file = files.length > 1 ? files.find((other) => other === error.file) : null
  return { code: error.fault, fileName: file?.name ?? null }
}

/** Removes duplicate files. Compares size, date and name, because choosing a file twice creates two `File` objects. */
const removeDuplicateFiles = (files: readonly File[]): File[] => [
  ...new Map(files.map((file) => [`${file.size} ${file.lastModified} ${file.name}`, file])).values(),
]

/**
 * Returns the state of the chosen archive, and functions to open and close it. An archive may have several files. A new
 * choice discards an archive that is still being read.
 */
export function useOpenArchive() {
  const [state, setState] = useState<ArchiveFileState>({ step: 'none' })
  const opened = useRef<readonly File[]>([])
  const reading = useRef<readonly File[]>([])
  const read = async (files: readonly File[]) => {
    reading.current = files
    const previousState = state
    const isReplaced = () => reading.current !== files
    setState({ step: 'reading' })
    try {
      const { readArchive } = await loadReader()
      const archive = await readArchive(files)
      const known = await fetchImportedKeys(archive.posts)
      if (isReplaced()) return
      opened.current = files
      setState({ step: 'open', archive, known, fault: null })
    } catch (error) {
      if (isReplaced()) return
      const fault = toOpenError(error, files)
      // Keeps a part without posts, so that the user only needs to add the other parts.
      if (fault.code === 'part') opened.current = files
      setState(previousState.step === 'open' ? { ...previousState, fault } : { step: 'refused', fault })
    }
  }
  /** Opens more files, together with the files of the archive that the user chose before. */
  const add = (files: readonly File[]) => read(removeDuplicateFiles([...opened.current, ...files]))
  const close = () => {
    opened.current = []
    reading.current = []
    setState({ step: 'none' })
  }
  /** Reads the archive again, and asks the server again which of its posts are already imported. */
  const openAgain = () => void read(opened.current)
  return { state, add, openAgain, close }
}
