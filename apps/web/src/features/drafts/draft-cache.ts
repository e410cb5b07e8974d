import { listDrafts, type Draft as ServerDraft } from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { createDraftPhotoFromServer, type Draft, emptyDraft } from '#features/posts/editor/draft-store.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { type DeviceDraftPhoto, readDeviceDrafts, readDraftFile } from './device-drafts.ts'

/** Query for the viewer's drafts on the server, last changed first. Refetched on every mount. */
export const draftsQuery = (call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['drafts'],
    queryFn: async () => (await call(listDrafts)).drafts,
    refetchOnMount: 'always',
  })

/** Query for the drafts on this device with changes that the server lacks, last changed first. */
export const deviceDraftsQuery = (user: UserId) =>
  queryOptions({
    queryKey: ['device-drafts', user],
    queryFn: () => readDeviceDrafts(user),
    refetchOnMount: 'always',
    networkMode: 'always',
  })

/** Query for the file of a photo in a draft on this device, or null. The cache keeps a file only while it is shown. */
export const draftFileQuery = (draft: string, photo: DeviceDraftPhoto) =>
  queryOptions({
    queryKey: ['device-drafts', 'file', draft, photo.key],
    queryFn: () => readDraftFile(draft, photo),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

/** Converts a draft from the server for the editor. */
export function fromServerDraft(draft: ServerDraft): Draft {
  const { id, version, caption, place, audience, replies, pets } = draft
  const photos = draft.photos.map((photo) => createDraftPhotoFromServer(photo, photo.alt))
  const fields = { caption, place, audience, replies, pets }
  return { ...emptyDraft(), ...fields, photos, chosen: photos[0]?.key ?? null, kept: { id, version } }
}
