import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { type PhotoPlace, type StoryPlate, type StoryText, textSize } from '@pawtrait/contract/story-stage.ts'
import { newKey } from '#lib/server/call.ts'

/** What is being written, as the tab keeps it: words survive a failure and a reload, a photo once the server has it. */
export type StoryDraft = {
  photo: PhotoId | null
  /** Its width by its height. */
  aspect: number | null
  /** Where it was moved to; null: nobody has moved it. */
  place: PhotoPlace | null
  caption: string
  /** How the caption is drawn on the photo. */
  text: StoryText
  plate: StoryPlate | null
  alt: string
  pets: PetId[]
  audience: Audience
  allowsReplies: boolean
  /** Repeats of this story's creation are recognised by it. */
  idempotencyKey: string
}

// Named in features/sign-in/sessions/signed-out.ts, which throws it away at log-out.
const KEY = 'story-draft'

const empty = (): StoryDraft => ({
  photo: null,
  aspect: null,
  place: null,
  caption: '',
  text: { x: 0.5, y: 0.74, ink: 'white', face: 'serif', size: textSize.usual },
  plate: null,
  alt: '',
  pets: [],
  audience: 'everyone',
  allowsReplies: true,
  idempotencyKey: newKey(),
})

/** Where a plate stands at first. */
export const plateOf = (pet: PetId): StoryPlate => ({ x: 0.5, y: 0.86, pet })

/** The pets of a draft and its plate, which is of one of them: the first that is tagged gets it. */
export function withPets({ pets, plate }: StoryDraft, chosen: PetId[]): Pick<StoryDraft, 'pets' | 'plate'> {
  const [first] = chosen
  if (plate && chosen.includes(plate.pet)) return { pets: chosen, plate }
  // Who took the plate off while pets were tagged does not want it back with the next one.
  const wanted = first !== undefined && (plate !== null || pets.length === 0)
  return { pets: chosen, plate: wanted ? { ...plateOf(first), ...(plate && { x: plate.x, y: plate.y }) } : null }
}

/** The draft of this tab, if it is this person's; else an empty one. */
export function readStoryDraft(viewer: UserId): StoryDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ({ viewer: UserId } & StoryDraft) | null
    if (kept?.viewer !== viewer) return empty()
    const { viewer: _, ...draft } = kept
    return { ...empty(), ...draft }
  } catch {
    return empty()
  }
}

/** Keeps the draft, as far as the browser lets us. */
export function keepStoryDraft(viewer: UserId, draft: StoryDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ viewer, ...draft }))
  } catch {
    // A browser without room for it keeps the draft only as long as the page.
  }
}

export const forgetStoryDraft = () => sessionStorage.removeItem(KEY)

type Change = (part: Partial<StoryDraft>) => void

let shown: { viewer: UserId; change: Change } | null = null

/** Says that a maker is on screen, and how what it shows is changed. Gives the way to end that. */
export function showsDraft(viewer: UserId, change: Change): () => void {
  const maker = { viewer, change }
  shown = maker
  return () => {
    if (shown === maker) shown = null
  }
}

/**
 * The draft with something changed. It is another story from now on: a repeat under the old key would be refused. Not
 * so when its photo arrives: without it nothing was posted.
 */
export const changed = (draft: StoryDraft, part: Partial<StoryDraft>): StoryDraft => ({
  ...draft,
  ...(!part.photo && { idempotencyKey: newKey() }),
  ...part,
})

/** Changes the draft as it is by now, whether or not a maker shows it. */
export function changeKeptDraft(viewer: UserId, part: Partial<StoryDraft>) {
  if (shown?.viewer === viewer) shown.change(part)
  else keepStoryDraft(viewer, changed(readStoryDraft(viewer), part))
}
