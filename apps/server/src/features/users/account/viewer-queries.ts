import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isUnconfirmedMinor } from '#features/age/unconfirmed-minor.sql.ts'
import { isPremium } from '#features/premium/is-premium.sql.ts'
import type { Db } from '#platform/database/db.ts'
import type { UserCardRow } from './user-card.ts'

type ViewerRow = UserCardRow & {
  email: string
  followers: number
  followings: number
  posts: number
  isPremium: boolean
  isUnconfirmedMinor: boolean
}

export const selectViewer = (db: Db, id: UserId, { livemode, now }: { livemode: boolean; now: Date }) =>
  db.row<ViewerRow>(sql`
    select id, username, fullname, email, image_name as "imageName", follower_count as followers,
      following_count as followings, post_count as posts,
      ${isUnconfirmedMinor} as "isUnconfirmedMinor",
      ${isPremium(sql`users.id`, livemode, now)} as "isPremium"
    from users where id = ${id} and deleted_at is null`)
