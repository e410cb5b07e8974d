import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import { putLikes, takeLikes } from './departed-queries.ts'

/** Likes of a departed account: neither visible nor counted until the account is restored. */
export const departedLikes: DetachableRows = { kind: 'like', take: takeLikes, put: putLikes }
