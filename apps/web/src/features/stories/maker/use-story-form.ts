import type { UserId } from '@pawtrait/contract/ids.ts'
import { editPhoto, getPhoto, type OwnPhoto } from '@pawtrait/contract/photos.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { createStory, type Story } from '@pawtrait/contract/stories.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { photoReady, uploadOnce } from '#features/media/upload-picture.ts'
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

/** The form of a new story: what is written, the photo on its way, and publishing it. */
export function useStoryForm(viewer: UserId, onPublished: (story: Story) => void) {
  const queries = useQueryClient()
  const { draft, latest, change } = useKeptDraft(viewer)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const sending = useRef<Promise<unknown> | null>(null)
  const send = (file: File, preview: string) => {
    const done = uploadOnce(file).then(({ id }) => {
      if (sending.current === done) change({ photo: id })
    })
    sending.current = done
    setChosen({ file, preview, sending: done, error: null })
    const settle = (error: Error | null) =>
      setChosen((now) => (now?.sending === done ? { ...now, sending: null, error } : now))
    done.then(() => settle(null), settle)
  }
  const choose = (file: File) => {
    if (chosen) URL.revokeObjectURL(chosen.preview)
    change({ photo: null, crop: null })
    send(file, URL.createObjectURL(file))
  }
  const publish = useMutation({
    mutationKey: ['publish-story'],
    mutationFn: async () => {
      await sending.current
      const { photo, crop, idempotencyKey, ...words } = latest.current
      if (!photo) throw new Error('no photo')
      if (crop) await call(editPhoto, { params: { id: photo }, body: { crop, rotate: 0 } })
      return call(createStory, { body: { photo, ...words }, idempotencyKey })
    },
    onSuccess: (story) => {
      forgetStoryDraft()
      refreshStories(queries)
      onPublished(story)
    },
  })
  return { draft, change, chosen, choose, retry: () => chosen && send(chosen.file, chosen.preview), publish }
}

/** The photo as the server drew it: after a reload, or of a file that this browser cannot draw. */
export function useDrawnPhoto(id: StoryDraft['photo'], wanted: boolean): (PostPhoto & Pick<OwnPhoto, 'crop'>) | null {
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
