import type { SetsAside } from '#platform/database/set-aside.ts'
import { putLikes, takeLikes } from './departed-queries.ts'

/** Likes of somebody who has left, which nobody sees or counts until they come back. */
export const departedLikes: SetsAside = { kind: 'like', take: takeLikes, put: putLikes }
