import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import {
  type StoryNamePlate,
  type StoryPhotoPlacement,
  type StoryText,
  storyTextSizeLimits,
} from '@pawtrait/contract/story-stage.ts'
import { newIdempotencyKey } from '#lib/server/call.ts'

/** Draft of a story, stored in the tab. The text survives failures and reloads, the photo only once it is uploaded. */
export type StoryDraft = {
  photo: PhotoId | null
  /** Aspect ratio of the photo: width divided by height. Null before it is known. */
  aspect: number | null
  /** Position of the photo; null until the user moves it. */
  place: StoryPhotoPlacement | null
  caption: string
  /** Style of the caption on the photo. */
  text: StoryText
  plate: StoryNamePlate | null
  alt: string
  pets: PetId[]
  audience: Audience
  allowsReplies: boolean
  /** The server creates only one story for each key, even if the request is repeated. */
  idempotencyKey: string
}

// features/sign-in/sessions/local-sign-out.ts deletes this key at log-out.
const KEY = 'story-draft'

export const emptyStoryDraft = (): StoryDraft => ({
  photo: null,
  aspect: null,
  place: null,
  caption: '',
  text: { x: 0.5, y: 0.74, ink: 'white', face: 'serif', size: storyTextSizeLimits.usual },
  plate: null,
  alt: '',
  pets: [],
  audience: 'everyone',
  allowsReplies: true,
  idempotencyKey: newIdempotencyKey(),
})

/** Returns the initial position of a plate. */
export const createInitialNamePlate = (pet: PetId): StoryNamePlate => ({ x: 0.5, y: 0.86, pet })

/** Returns the tagged pets and the name plate. The first tagged pet gets a plate, unless the user removed it. */
export function updateTaggedPets({ pets, plate }: StoryDraft, chosen: PetId[]): Pick<StoryDraft, 'pets' | 'plate'> {
  const [first] = chosen
  if (plate && chosen.includes(plate.pet)) return { pets: chosen, plate }
  // If the user removed the plate while pets were tagged, tagging another pet does not restore the plate.
  const wanted = first !== undefined && (plate !== null || pets.length === 0)
  return {
    pets: chosen,
    plate: wanted ? { ...createInitialNamePlate(first), ...(plate && { x: plate.x, y: plate.y }) } : null,
  }
}

/** Returns this tab's draft if it belongs to this user, otherwise an empty draft. */
export function readStoryDraft(viewer: UserId): StoryDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ({ viewer: UserId } & StoryDraft) | null
    if (stored?.viewer !== viewer) return emptyStoryDraft()
    const { viewer: _, ...draft } = stored
    return { ...emptyStoryDraft(), ...draft }
  } catch {
    return emptyStoryDraft()
  }
}

/** Returns whether this tab has a stored photo or caption of the user. */
export function hasStoryDraft(viewer: UserId): boolean {
  const { photo, caption } = readStoryDraft(viewer)
  return photo !== null || caption !== ''
}

/** Saves the draft in the tab, if storage is enabled. */
export function saveStoryDraft(viewer: UserId, draft: StoryDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ viewer, ...draft }))
  } catch {
    // Without storage, a reload loses the draft.
  }
}

export const deleteStoryDraft = () => sessionStorage.removeItem(KEY)

type Change = (part: Partial<StoryDraft>) => void

let openMaker: { viewer: UserId; change: Change } | null = null

/** Registers the function that changes the draft in the open story maker. Returns the unregister function. */
export function registerStoryMaker(viewer: UserId, change: Change): () => void {
  const maker = { viewer, change }
  openMaker = maker
  return () => {
    if (openMaker === maker) openMaker = null
  }
}

/**
 * Returns the changed draft with a new idempotency key, because the server refuses an old key with new content. When an
 * upload ends, the key stays the same, because the story is sent only after its upload.
 */
export const applyDraftChange = (draft: StoryDraft, part: Partial<StoryDraft>): StoryDraft => ({
  ...draft,
  ...(!part.photo && { idempotencyKey: newIdempotencyKey() }),
  ...part,
})

/** Changes the draft in the open story maker. If the story maker is closed, changes the stored draft. */
export function changeStoryDraft(viewer: UserId, part: Partial<StoryDraft>) {
  if (openMaker?.viewer === viewer) openMaker.change(part)
  else saveStoryDraft(viewer, applyDraftChange(readStoryDraft(viewer), part))
}
