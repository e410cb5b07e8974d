import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isPostVisible } from '#features/blocks/visibility.sql.ts'

/** SQL join for exports. Selects author, caption and path of post `p` by `a` as `seen`; null if invisible to `user`. */
export const joinVisiblePost = (user: UserId) => sql`
  left join lateral (
    select a.username as author, p.caption, '/posts/' || p.id as path where ${isPostVisible(user, 'p', 'a')}
  ) seen on true`
