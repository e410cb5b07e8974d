import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { createStory, type Story } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { containPlace, coverPlace } from '@pawtrait/stage/photo-place.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { photoReady } from '#features/media/upload-picture.ts'
import { fillsFrame } from '#features/stories/fills-frame.ts'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useIsMounted } from '#lib/use-is-mounted.ts'
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

/** State of the draft, saved in the tab on every change. */
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

/** Returns the initial position of a photo, as in a story without a stage. */
export const firstPlace = (aspect: number) => (fillsFrame(aspect, 1) ? coverPlace(aspect) : containPlace(aspect))

/** Returns the composition of the draft; null posts the plain photo, with the caption below. */
function compositionOf({ place, aspect, text, plate, caption }: StoryDraft, isDrawable: boolean) {
  const words = isDrawable && caption.trim() !== '' ? text : null
  if (aspect === null || (!place && !words && !plate)) return null
  return { text: words, photo: place ?? firstPlace(aspect), plate } satisfies StoryComposition
}

/** Shows a toast when posting failed after the user left the maker. In the maker, the form shows the error. */
function useFailureToast(isHere: () => boolean) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const currentLocation = useCurrentLocation()
  return () => {
    if (isHere()) return
    const text = t(phrases.stories.notPostedKept)
    const onAction = () => void navigate(paths.newStory)
    // The user has reopened the maker, which shows the draft.
    if (currentLocation()?.pathname === paths.newStory) toast({ text })
    else toast({ text, actionLabel: t(phrases.stories.openDraft), onAction })
  }
}

/**
 * State of a new story: draft, upload, and publishing. `isDrawable` says whether the text can be drawn on the photo;
 * otherwise it is posted below.
 */
export function useStoryForm(viewer: UserId, onPublished: (story: Story) => void) {
  const queries = useQueryClient()
  const t = useTranslate()
  const toast = useToast()
  const isHere = useIsMounted()
  const tellElsewhere = useFailureToast(isHere)
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
      // If the user left the page, publish the last draft.
      const written = latest.current.photo ? latest.current : { ...latest.current, ...arrived }
      const { photo, caption, alt, pets, audience, allowsReplies, idempotencyKey } = written
      if (!photo) throw new Error('The draft has no uploaded photo.')
      const composition = compositionOf(written, isDrawable)
      const body = { photo, caption, alt, composition, pets, audience, allowsReplies }
      return { story: await call(createStory, { body, idempotencyKey }), idempotencyKey }
    },
    onSuccess: ({ story, idempotencyKey }) => {
      // Keeps a draft that was started since.
      if (readStoryDraft(viewer).idempotencyKey === idempotencyKey) forgetStoryDraft()
      refreshStories(queries)
      toast({ text: t(phrases.stories.posted) })
      // If the user left the page, stay there.
      if (isHere()) onPublished(story)
    },
    onError: tellElsewhere,
  })
  /** Returns the current draft: input is faster than rendering. */
  const now = () => latest.current
  const choose = (file: File) => choosePhoto(viewer, file)
  return { draft, now, change, chosen, choose, retry: sendAgain, publish, post: publish.mutate }
}

export type StoryFormState = ReturnType<typeof useStoryForm>

/** The server's rendering of the photo, after a reload or for a file this browser cannot draw; with a retry. */
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
