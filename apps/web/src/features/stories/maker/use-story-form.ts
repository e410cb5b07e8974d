import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { createStory } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import { computeContainPlacement, computeCoverPlacement } from '@pawtrait/stage/photo-placement.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { waitForRenderedPhoto } from '#features/media/upload-picture.ts'
import { fillsFrame } from '#features/stories/fills-frame.ts'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { CallError, call, isUnreachableError } from '#lib/server/call.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'
import { useIsMounted } from '#lib/use-is-mounted.ts'
import { useCurrentLocation } from '#shell/navigation/PageRouter.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import {
  type ChosenPhoto,
  choosePhoto,
  readChosenPhoto,
  releaseChosenPhoto,
  retryUpload,
  subscribeToChosenPhoto,
} from './chosen-photo.ts'
import {
  applyDraftChange,
  deleteStoryDraft,
  emptyStoryDraft,
  readStoryDraft,
  registerStoryMaker,
  type StoryDraft,
  saveStoryDraft,
} from './story-draft.ts'

/**
 * State of the draft, saved in the tab on every change. On the server the draft is empty, because the server cannot
 * read the tab's storage.
 */
function useStoredDraft(viewer: UserId) {
  const isBrowser = useHasHydrated()
  const [draft, setDraft] = useState<StoryDraft>(() => (isBrowser ? readStoryDraft(viewer) : emptyStoryDraft()))
  const latest = useRef(draft)
  const change = useCallback(
    (part: Partial<StoryDraft>) => {
      latest.current = applyDraftChange(latest.current, part)
      saveStoryDraft(viewer, latest.current)
      setDraft(latest.current)
    },
    [viewer],
  )
  useEffect(() => registerStoryMaker(viewer, change), [viewer, change])
  return { draft, latest, change }
}

/** Returns the initial position of a photo. The position does not depend on text on the photo. */
export const getInitialPhotoPosition = (aspect: number) =>
  fillsFrame(aspect, 1) ? computeCoverPlacement(aspect) : computeContainPlacement(aspect)

/** Returns the layout of text, photo and plate. Returns null for a plain photo, which has its caption below. */
function toComposition({ place, aspect, text, plate, caption }: StoryDraft, isDrawable: boolean) {
  const drawnText = isDrawable && caption.trim() !== '' ? text : null
  if (aspect === null || (!place && !drawnText && !plate)) return null
  return { text: drawnText, photo: place ?? getInitialPhotoPosition(aspect), plate } satisfies StoryComposition
}

/** Returns an error handler for a failed post. If the user has left the form, a toast shows the error. */
function useFailureToast(isMounted: () => boolean) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const currentLocation = useCurrentLocation()
  return () => {
    if (isMounted()) return
    const text = t(phrases.stories.postFailedDraftSaved)
    const onAction = () => void navigate(paths.newStory)
    // If the user has reopened the story maker, the toast needs no link to the draft.
    if (currentLocation()?.pathname === paths.newStory) toast({ text })
    else toast({ text, actionLabel: t(phrases.stories.openDraft), onAction })
  }
}

/** Returns the aspect ratio of an image file; null if this browser cannot decode it. */
async function readAspectRatio(file: File): Promise<number | null> {
  const image = await createImageBitmap(file).catch(() => null)
  return image && image.width / image.height
}

/**
 * Waits for the upload of the chosen photo. Returns the id and aspect ratio of the photo; without a network the id is
 * null. Returns null if the draft has the photo already.
 * @throws CallError if the server refuses the photo
 */
async function waitForUpload({
  file,
  sending,
  error,
}: ChosenPhoto): Promise<Pick<StoryDraft, 'photo' | 'aspect'> | null> {
  try {
    if (error) throw error
    if (sending && !navigator.onLine) throw new CallError(null)
    return await sending
  } catch (cause) {
    if (!isUnreachableError(cause)) throw cause
    return { photo: null, aspect: await readAspectRatio(file) }
  }
}

/**
 * State of a new story, with its draft and upload. `post(isDrawable)` publishes the story. If the text cannot be drawn
 * on the photo, it appears below the photo.
 */
export function useStoryForm(viewer: UserId, onPosted: () => void) {
  const queries = useQueryClient()
  const t = useTranslate()
  const toast = useToast()
  const isMounted = useIsMounted()
  const tellElsewhere = useFailureToast(isMounted)
  const { draft, latest, change } = useStoredDraft(viewer)
  const chosen = useSyncExternalStore(
    subscribeToChosenPhoto,
    () => readChosenPhoto(viewer),
    () => null,
  )
  const publish = useMutation({
    mutationKey: ['publish-story'],
    mutationFn: async (isDrawable: boolean) => {
      const chosenPhoto = readChosenPhoto(viewer)
      const uploaded = chosenPhoto && (await waitForUpload(chosenPhoto))
      // If the user left the page during the upload, `latest` has no photo. Adds the uploaded photo here.
      const written = latest.current.photo ? latest.current : { ...latest.current, ...uploaded }
      const { photo, caption, alt, pets, audience, allowsReplies, idempotencyKey } = written
      const file = photo ? undefined : chosenPhoto?.file
      if (!photo && !file) throw new Error('The draft has no uploaded photo.')
      const composition = toComposition(written, isDrawable)
      // If the photo is not uploaded yet, the body has an empty photo id. The outbox uploads the file and sets the id.
      const body = { photo: photo ?? ('' as PhotoId), caption, alt, composition, pets, audience, allowsReplies }
      const story = await callOrQueue(
        createStory,
        { body, idempotencyKey },
        { kind: 'story', thing: `story:${idempotencyKey}`, words: caption, ...(file && { file }) },
      )
      return { isQueued: story === QUEUED_CALL, idempotencyKey }
    },
    onSuccess: ({ isQueued, idempotencyKey }) => {
      // Keeps a draft that the user has changed since submitting. A changed draft has a new idempotency key.
      if (readStoryDraft(viewer).idempotencyKey === idempotencyKey) deleteStoryDraft()
      if (isQueued) releaseChosenPhoto(viewer)
      else refreshStories(queries)
      toast({ text: t(isQueued ? phrases.app.outboxWaiting : phrases.stories.postedToast) })
      // Does not navigate if the user has left the page.
      if (isMounted()) onPosted()
    },
    onError: tellElsewhere,
  })
  /** Returns the latest draft, which may be newer than the draft of the last render. */
  const now = () => latest.current
  const choose = (file: File) => choosePhoto(viewer, file)
  return { draft, now, change, chosen, choose, retry: retryUpload, publish, post: publish.mutate }
}

export type StoryFormState = ReturnType<typeof useStoryForm>

/** Returns the server's rendering of the photo, used after a reload and for a file this browser cannot decode. */
export function useRenderedPhoto(id: StoryDraft['photo'], enabled: boolean) {
  const query = useQuery({
    queryKey: ['drawn-photo', id],
    queryFn: async () => {
      if (!id) return null
      const photo = await call(getPhoto, { params: { id } })
      return photo.state === 'ready' ? photo : waitForRenderedPhoto(photo)
    },
    enabled: enabled && id !== null,
    staleTime: Infinity,
  })
  const photo: PostPhoto | null = query.data ? { ...query.data, alt: '' } : null
  return { photo, query }
}
