import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { createStory, type Story } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { filling, whole } from '@pawtrait/stage/photo-place.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { photoReady } from '#features/media/upload-picture.ts'
import { fillsFrame } from '#features/stories/fills-frame.ts'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useIsHere } from '#lib/use-is-here.ts'
import { useCurrentLocation } from '#shell/navigation/PageRouter.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { choosePhoto, chosenPhoto, followChosen, sendAgain } from './chosen-photo.ts'
import {
  changed,
  forgetStoryDraft,
  keepStoryDraft,
  readStoryDraft,
  type StoryDraft,
  showsDraft,
} from './story-draft.ts'

/** What is written, kept in the tab with every letter. */
function useKeptDraft(viewer: UserId) {
  const [draft, setDraft] = useState<StoryDraft>(() => readStoryDraft(viewer))
  const latest = useRef(draft)
  const change = useCallback(
    (part: Partial<StoryDraft>) => {
      latest.current = changed(latest.current, part)
      keepStoryDraft(viewer, latest.current)
      setDraft(latest.current)
    },
    [viewer],
  )
  useEffect(() => showsDraft(viewer, change), [viewer, change])
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

/** Tells whoever has left the maker that the story was not posted; to whoever is there the maker says it. */
function useTellElsewhere(isHere: () => boolean) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const currentLocation = useCurrentLocation()
  return () => {
    if (isHere()) return
    const text = t(phrases.stories.notPostedKept)
    const onAction = () => void navigate(paths.newStory)
    // Whoever has come back has the draft before them.
    if (currentLocation()?.pathname === paths.newStory) toast({ text })
    else toast({ text, actionLabel: t(phrases.stories.openDraft), onAction })
  }
}

/**
 * The form of a new story: what is written, the photo on its way, and publishing it, with whether the words can be
 * drawn on the photo; else they stand below it.
 */
export function useStoryForm(viewer: UserId, onPublished: (story: Story) => void) {
  const queries = useQueryClient()
  const t = useTranslate()
  const toast = useToast()
  const isHere = useIsHere()
  const tellElsewhere = useTellElsewhere(isHere)
  const { draft, latest, change } = useKeptDraft(viewer)
  const chosen = useSyncExternalStore(
    followChosen,
    () => chosenPhoto(viewer),
    () => null,
  )
  const publish = useMutation({
    mutationKey: ['publish-story'],
    mutationFn: async (isDrawable: boolean) => {
      const arrived = await chosenPhoto(viewer)?.sending
      // Whoever has left the maker meanwhile posts what stood there.
      const written = latest.current.photo ? latest.current : { ...latest.current, ...arrived }
      const { photo, caption, alt, pets, audience, allowsReplies, idempotencyKey } = written
      if (!photo) throw new Error('no photo')
      const composition = compositionOf(written, isDrawable)
      const body = { photo, caption, alt, composition, pets, audience, allowsReplies }
      return { story: await call(createStory, { body, idempotencyKey }), idempotencyKey }
    },
    onSuccess: ({ story, idempotencyKey }) => {
      // What was begun since then stays.
      if (readStoryDraft(viewer).idempotencyKey === idempotencyKey) forgetStoryDraft()
      refreshStories(queries)
      toast({ text: t(phrases.stories.posted) })
      // Whoever has left it stays elsewhere.
      if (isHere()) onPublished(story)
    },
    onError: tellElsewhere,
  })
  /** The draft as it is now: hands are quicker than what is drawn. */
  const now = () => latest.current
  const choose = (file: File) => choosePhoto(viewer, file)
  return { draft, now, change, chosen, choose, retry: sendAgain, publish, post: publish.mutate }
}

export type StoryFormState = ReturnType<typeof useStoryForm>

/** The photo as the server drew it, after a reload or of a file that this browser cannot draw; and how to ask again. */
export function useDrawnPhoto(id: StoryDraft['photo'], wanted: boolean) {
  const query = useQuery({
    queryKey: ['drawn-photo', id],
    queryFn: async () => {
      if (!id) return null
      const photo = await call(getPhoto, { params: { id } })
      return photo.state === 'ready' ? photo : photoReady(photo)
    },
    enabled: wanted && id !== null,
    staleTime: Infinity,
  })
  const photo: PostPhoto | null = query.data ? { ...query.data, alt: '' } : null
  return { photo, query }
}
