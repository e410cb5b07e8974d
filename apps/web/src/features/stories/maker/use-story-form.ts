import type { UserId } from '@pawtrait/contract/ids.ts'
import { getPhoto } from '@pawtrait/contract/photos.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { createStory, type Story } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { filling, whole } from '@pawtrait/stage/photo-place.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { photoReady, uploadOnce } from '#features/media/upload-picture.ts'
import { fillsFrame } from '#features/stories/fills-frame.ts'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import { call, newKey } from '#lib/call.ts'
import { forgetStoryDraft, keepStoryDraft, readStoryDraft, type StoryDraft } from './story-draft.ts'

/** The file that was chosen in this tab, and how far it has come. */
type Chosen = { file: File; preview: string; sending: Promise<unknown> | null; error: Error | null }

/** What is written, kept in the tab with every letter. */
function useKeptDraft(viewer: UserId) {
  const [draft, setDraft] = useState<StoryDraft>(() => readStoryDraft(viewer))
  const latest = useRef(draft)
  const change = (part: Partial<StoryDraft>) => {
    // Another story from now on: a repeat under the old key would be refused.
    latest.current = { ...latest.current, idempotencyKey: newKey(), ...part }
    keepStoryDraft(viewer, latest.current)
    setDraft(latest.current)
  }
  return { draft, latest, change }
}

/** Where a photo stands that nobody has moved: as a story without a stage shows it. */
export const firstPlace = (aspect: number) => (fillsFrame(aspect, 1) ? filling(aspect) : whole(aspect))

/** How the draft stands on its stage; null: the photo as it is, with the caption below it. */
function compositionOf({ place, aspect, text, plate, caption }: StoryDraft, isDrawable: boolean) {
  const words = isDrawable && caption.trim() !== '' ? text : null
  if (aspect === null || (!place && !words && !plate)) return null
  return { text: words, photo: place ?? firstPlace(aspect), plate } satisfies StoryComposition
}

/** Sends the file that was chosen, and says how far it has come. */
function useChosen(change: (part: Partial<StoryDraft>) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const sending = useRef<Promise<unknown> | null>(null)
  const send = (file: File, preview: string) => {
    const done = uploadOnce(file).then(({ id, width, height }) => {
      if (sending.current === done) change({ photo: id, aspect: width / height })
    })
    sending.current = done
    setChosen({ file, preview, sending: done, error: null })
    const settle = (error: Error | null) =>
      setChosen((now) => (now?.sending === done ? { ...now, sending: null, error } : now))
    done.then(() => settle(null), settle)
  }
  const choose = (file: File) => {
    if (chosen) URL.revokeObjectURL(chosen.preview)
    change({ photo: null, aspect: null, place: null })
    send(file, URL.createObjectURL(file))
  }
  return { chosen, sending, choose, retry: () => chosen && send(chosen.file, chosen.preview) }
}

/**
 * The form of a new story: what is written, the photo on its way, and publishing it, with whether the words can be
 * drawn on the photo; else they stand below it.
 */
export function useStoryForm(viewer: UserId, onPublished: (story: Story) => void) {
  const queries = useQueryClient()
  const { draft, latest, change } = useKeptDraft(viewer)
  const { chosen, sending, choose, retry } = useChosen(change)
  const publish = useMutation({
    mutationKey: ['publish-story'],
    mutationFn: async (isDrawable: boolean) => {
      await sending.current
      const { photo, caption, alt, pets, audience, allowsReplies, idempotencyKey } = latest.current
      if (!photo) throw new Error('no photo')
      const composition = compositionOf(latest.current, isDrawable)
      const body = { photo, caption, alt, composition, pets, audience, allowsReplies }
      return call(createStory, { body, idempotencyKey })
    },
    onSuccess: (story) => {
      forgetStoryDraft()
      refreshStories(queries)
      onPublished(story)
    },
  })
  /** The draft as it is now: hands are quicker than what is drawn. */
  const now = () => latest.current
  return { draft, now, change, chosen, choose, retry, publish }
}

export type StoryFormState = ReturnType<typeof useStoryForm>

/** The photo as the server drew it: after a reload, or of a file that this browser cannot draw. */
export function useDrawnPhoto(id: StoryDraft['photo'], wanted: boolean): PostPhoto | null {
  const { data } = useQuery({
    queryKey: ['drawn-photo', id],
    queryFn: async () => {
      if (!id) return null
      const photo = await call(getPhoto, { params: { id } })
      return photo.state === 'ready' ? photo : photoReady(photo)
    },
    enabled: wanted && id !== null,
    staleTime: Infinity,
  })
  return data ? { ...data, alt: '' } : null
}
