import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import {
  type StoryPhotoPlacement,
  type StoryPlate,
  type StoryText,
  storyTextSize,
} from '@pawtrait/contract/story-stage.ts'
import { newIdempotencyKey } from '#lib/server/call.ts'

/** Draft of a story, kept in the tab. Text survives a failure and a reload, a photo once it is uploaded. */
export type StoryDraft = {
  photo: PhotoId | null
  /** Width divided by height. */
  aspect: number | null
  /** Position of the photo; null before the first move. */
  place: StoryPhotoPlacement | null
  caption: string
  /** Style of the caption on the photo. */
  text: StoryText
  plate: StoryPlate | null
  alt: string
  pets: PetId[]
  audience: Audience
  allowsReplies: boolean
  /** The server recognises a repeated creation of this story by this key. */
  idempotencyKey: string
}

// features/sign-in/sessions/signed-out.ts deletes this key at log-out.
const KEY = 'story-draft'

const empty = (): StoryDraft => ({
  photo: null,
  aspect: null,
  place: null,
  caption: '',
  text: { x: 0.5, y: 0.74, ink: 'white', face: 'serif', size: storyTextSize.usual },
  plate: null,
  alt: '',
  pets: [],
  audience: 'everyone',
  allowsReplies: true,
  idempotencyKey: newIdempotencyKey(),
})

/** Returns the initial position of a plate. */
export const plateOf = (pet: PetId): StoryPlate => ({ x: 0.5, y: 0.86, pet })

/** Returns the draft's pets and its plate. The first tagged pet gets the plate. */
export function withPets({ pets, plate }: StoryDraft, chosen: PetId[]): Pick<StoryDraft, 'pets' | 'plate'> {
  const [first] = chosen
  if (plate && chosen.includes(plate.pet)) return { pets: chosen, plate }
  // The user removed the plate while pets were tagged, so a further tag does not restore it.
  const wanted = first !== undefined && (plate !== null || pets.length === 0)
  return { pets: chosen, plate: wanted ? { ...plateOf(first), ...(plate && { x: plate.x, y: plate.y }) } : null }
}

/** Returns this tab's draft if it belongs to this user, otherwise an empty one. */
export function readStoryDraft(viewer: UserId): StoryDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ({ viewer: UserId } & StoryDraft) | null
    if (stored?.viewer !== viewer) return empty()
    const { viewer: _, ...draft } = stored
    return { ...empty(), ...draft }
  } catch {
    return empty()
  }
}

/** Saves the draft, if the browser allows it. */
export function keepStoryDraft(viewer: UserId, draft: StoryDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ viewer, ...draft }))
  } catch {
    // Without storage the draft lives only as long as the page.
  }
}

export const forgetStoryDraft = () => sessionStorage.removeItem(KEY)

type Change = (part: Partial<StoryDraft>) => void

let shown: { viewer: UserId; change: Change } | null = null

/** Registers an open maker and how to change its draft. Returns the unregister function. */
export function showsDraft(viewer: UserId, change: Change): () => void {
  const maker = { viewer, change }
  shown = maker
  return () => {
    if (shown === maker) shown = null
  }
}

/**
 * Returns the changed draft with a new idempotency key, because the server refuses a different story under the old
 * key. An arriving photo keeps the key: nothing was posted without it.
 */
export const changed = (draft: StoryDraft, part: Partial<StoryDraft>): StoryDraft => ({
  ...draft,
  ...(!part.photo && { idempotencyKey: newIdempotencyKey() }),
  ...part,
})

/** Changes the current draft, with or without an open maker. */
export function changeKeptDraft(viewer: UserId, part: Partial<StoryDraft>) {
  if (shown?.viewer === viewer) shown.change(part)
  else keepStoryDraft(viewer, changed(readStoryDraft(viewer), part))
}
