import type { Draft } from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import type { DeviceDraft } from './device-drafts.ts'
import { deviceDraftsQuery, draftsQuery } from './draft-cache.ts'

/** A draft of the server's, or one that is on this device as the server does not have it. */
export type OneDraft = { on: 'server'; draft: Draft } | { on: 'device'; draft: DeviceDraft }

/** What tells a draft from others. */
export const keyOfDraft = ({ on, draft }: OneDraft): string => (on === 'server' ? draft.id : draft.key)

/** When it was saved last, as ISO 8601. */
export const savedAt = ({ on, draft }: OneDraft): string =>
  on === 'server' ? draft.updatedAt : new Date(draft.at).toISOString()

/** Where one goes on with it. */
export const hrefOfDraft = ({ on, draft }: OneDraft): string =>
  paths.openDraft(
    on === 'server' ? { draft: draft.id } : { ...(draft.kept && { draft: draft.kept.id }), device: draft.key },
  )

/** All drafts of a user: first those that are on this device alone, then the server's, last changed first. */
export function useDrafts(viewer: UserId) {
  const server = useQuery(draftsQuery())
  const device = useQuery(deviceDraftsQuery(viewer))
  const here = device.data ?? []
  const drafts: OneDraft[] = [
    ...here.map((draft) => ({ on: 'device' as const, draft })),
    ...(server.data ?? [])
      .filter(({ id }) => here.every(({ kept }) => kept?.id !== id))
      .map((draft) => ({ on: 'server' as const, draft })),
  ]
  return { server, drafts }
}
