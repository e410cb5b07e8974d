import type { PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Crop } from '@pawtrait/contract/photos.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { newKey } from '#lib/call.ts'

/** What is being written, as the tab keeps it: words survive a failure and a reload, a photo once the server has it. */
export type StoryDraft = {
  photo: PhotoId | null
  /** The part of it that is shown; null: all of it. */
  crop: Crop | null
  caption: string
  alt: string
  pets: PetId[]
  audience: Audience
  allowsReplies: boolean
  /** Repeats of this story's creation are recognised by it. */
  idempotencyKey: string
}

// Named in features/users/signed-out.ts, which throws it away at log-out.
const KEY = 'story-draft'

const empty = (): StoryDraft => ({
  photo: null,
  crop: null,
  caption: '',
  alt: '',
  pets: [],
  audience: 'everyone',
  allowsReplies: true,
  idempotencyKey: newKey(),
})

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
