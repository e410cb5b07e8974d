import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** Exports the account. Of the zip code and the password, it contains only whether each is set. */
// Names the table of `media` in SQL text: an import would create a cycle.
export const exportedAccount = (user: UserId) => sql`
  select username, fullname, email, bio, time_zone as "timeZone", is_private as "isPrivate",
    age_band as age, age_told_at as "ageToldAt",
    guardian_confirmed_at as "guardianConfirmedAt",
    case when zip_hash is not null then 'set' end as "zipCode",
    case when password_hash is not null then 'set' end as password,
    (select json_build_object('photoId', ph.id) from photos ph where ph.name = users.image_name) as picture,
    created_at as "createdAt"
  from users where id = ${user}`
