import type { Draft } from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import type { DeviceDraft } from './device-drafts.ts'
import { deviceDraftsQuery, draftsQuery } from './draft-cache.ts'

/** A draft in the list: on the server, or on this device with changes that the server lacks. */
export type DraftListItem = { on: 'server'; draft: Draft } | { on: 'device'; draft: DeviceDraft }

/** Returns a unique key of a draft. */
export const getListedDraftKey = ({ on, draft }: DraftListItem): string => (on === 'server' ? draft.id : draft.key)

/** Returns the time of a draft's last save, as ISO 8601. */
export const getListedDraftSavedAt = ({ on, draft }: DraftListItem): string =>
  on === 'server' ? draft.updatedAt : new Date(draft.at).toISOString()

export const getListedDraftHref = ({ on, draft }: DraftListItem): string =>
  paths.openDraft(
    on === 'server' ? { draft: draft.id } : { ...(draft.kept && { draft: draft.kept.id }), device: draft.key },
  )

/**
 * Returns a user's drafts. Drafts with unsent changes on this device come first. Both groups are sorted by last change,
 * newest first.
 */
export function useDrafts(viewer: UserId) {
  const server = useQuery(draftsQuery())
  const device = useQuery(deviceDraftsQuery(viewer))
  const deviceDrafts = device.data ?? []
  const drafts: DraftListItem[] = [
    ...deviceDrafts.map((draft) => ({ on: 'device' as const, draft })),
    ...(server.data ?? [])
      .filter(({ id }) => deviceDrafts.every(({ kept }) => kept?.id !== id))
      .map((draft) => ({ on: 'server' as const, draft })),
  ]
  return { server, drafts }
}
