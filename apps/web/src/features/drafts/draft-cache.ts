import { listDrafts, type Draft as ServerDraft } from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { type Draft, emptyDraft, photoFromServer } from '#features/posts/editor/composition.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { draftsOnDevice } from './device-drafts.ts'

/** One's drafts on the server, last changed first; read anew each time they are looked at. */
export const draftsQuery = (call: Call = browserCall) =>
  queryOptions({
    queryKey: ['drafts'],
    queryFn: async () => (await call(listDrafts)).drafts,
    refetchOnMount: 'always',
  })

/** Drafts on this device that the server does not have as they are. */
export const deviceDraftsQuery = (user: UserId) =>
  queryOptions({
    queryKey: ['device-drafts', user],
    queryFn: () => draftsOnDevice(user),
    refetchOnMount: 'always',
    networkMode: 'always',
  })

/** A draft of the server's as it is edited. */
export function draftFromServer(draft: ServerDraft): Draft {
  const { id, version, caption, place, audience, replies, pets } = draft
  const photos = draft.photos.map((photo) => photoFromServer(photo, photo.alt))
  const words = { caption, place, audience, replies, pets }
  return { ...emptyDraft(), ...words, photos, chosen: photos[0]?.key ?? null, kept: { id, version } }
}
