import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import { detachLikes, reattachLikes } from './departed-queries.ts'

/** Likes of a deleted or suspended account: neither visible nor counted until the account is restored. */
export const departedLikes: DetachableRows = { kind: 'like', detach: detachLikes, reattach: reattachLikes }
