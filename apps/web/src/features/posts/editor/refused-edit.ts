import { useLocation } from 'react-router'
import type { OutboxItem } from '#lib/outbox/outbox-database.ts'
import type { RefusedPostChange } from './post-edit-draft.ts'

type RefusedBody = RefusedPostChange & { seen?: string; photos?: object[] }

/** An edit of a post that the server has refused, and its fields. */
export type RefusedPostEdit = { item: OutboxItem; change: RefusedPostChange }

/** Returns the refused edit that the link "Continue editing" stores in the history entry; null without one. */
export function useRefusedPostEdit(): RefusedPostEdit | null {
  const state = useLocation().state as { refusedEdit?: OutboxItem } | null
  const item = state?.refusedEdit
  if (!item?.request.body) return null
  // The cast is safe: `buildPostChange` wrote the body.
  const { seen: _seen, photos: _photos, ...change } = JSON.parse(item.request.body) as RefusedBody
  return { item, change }
}
