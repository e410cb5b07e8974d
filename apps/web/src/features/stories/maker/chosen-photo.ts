import type { UserId } from '@pawtrait/contract/ids.ts'
import { uploadOnce } from '#features/media/upload-picture.ts'
import { changeKeptDraft, type StoryDraft } from './story-draft.ts'

/** What the draft keeps of a photo that the server has. */
type Arrived = Pick<StoryDraft, 'photo' | 'aspect'>

/** The file that was chosen in this tab, and how far it has come. */
export type Chosen = {
  viewer: UserId
  file: File
  preview: string
  sending: Promise<Arrived> | null
  error: Error | null
}

// It goes on while the maker is closed: whoever opens it again finds it as far as it has come.
let chosen: Chosen | null = null
const watchers = new Set<() => void>()

function set(next: Chosen | null) {
  if (chosen && chosen.preview !== next?.preview) URL.revokeObjectURL(chosen.preview)
  chosen = next
  for (const changed of watchers) changed()
}

/** What a viewer chose, unless it was forgotten. */
export const chosenPhoto = (viewer: UserId): Chosen | null => (chosen?.viewer === viewer ? chosen : null)

/** Follows it. Gives the way to stop; once nobody follows it, what has arrived is left to the draft. */
export function followChosen(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    forgetArrived()
  }
}

/** The server draws what has arrived: the file's address need not be held. */
function forgetArrived() {
  if (watchers.size === 0 && chosen?.sending === null && !chosen.error) set(null)
}

function send(photo: Pick<Chosen, 'viewer' | 'file' | 'preview'>) {
  const { viewer, file } = photo
  const isCurrent = () => chosen?.sending === done
  const done: Promise<Arrived> = uploadOnce(file).then(({ id, width, height }) => {
    const arrived = { photo: id, aspect: width / height }
    if (isCurrent()) changeKeptDraft(viewer, arrived)
    return arrived
  })
  set({ ...photo, sending: done, error: null })
  const settle = (error: Error | null) => {
    if (!isCurrent()) return
    set({ ...photo, sending: null, error })
    forgetArrived()
  }
  done.then(() => settle(null), settle)
}

/** Sends a file as the photo of the viewer's draft. */
export function choosePhoto(viewer: UserId, file: File) {
  changeKeptDraft(viewer, { photo: null, aspect: null, place: null })
  send({ viewer, file, preview: URL.createObjectURL(file) })
}

/** Sends what did not arrive once more. */
export function sendAgain() {
  if (chosen) send(chosen)
}
