import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import { detachLikes, reattachLikes } from './detachable-queries.ts'

/** Likes of a deleted or suspended account. They are hidden and not counted until the account is restored. */
export const detachableLikes: DetachableRows = { kind: 'like', detach: detachLikes, reattach: reattachLikes }
