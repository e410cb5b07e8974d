import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isPostVisible } from '#features/blocks/visibility.sql.ts'

/** SQL join for exports. `seen` has author, caption and path of post `p` by `a`; all null if invisible to `user`. */
export const joinVisiblePost = (user: UserId) => sql`
  left join lateral (
    select a.username as author, p.caption, '/posts/' || p.id as path where ${isPostVisible(user, 'p', 'a')}
  ) seen on true`
