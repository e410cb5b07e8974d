import type { SetsAside } from '#platform/database/set-aside.ts'
import { putLikes, takeLikes } from './departed-queries.ts'

/** Likes of a departed account: neither visible nor counted until the account is restored. */
export const departedLikes: SetsAside = { kind: 'like', take: takeLikes, put: putLikes }
