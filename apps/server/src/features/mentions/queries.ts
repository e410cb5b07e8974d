import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { userPromoted } from '#features/blocks/promoted.sql.ts'
import {
  commentVisible,
  petListed,
  petVisible,
  postVisible,
  userOpen,
  userVisible,
} from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compiledFor } from '#platform/database/compiled.ts'
import type { Db } from '#platform/database/db.ts'

// Tables of features that import this one (posts and comments) are named in the text. docs/decisions/0005

/** The users with these usernames whom the viewer sees. */
export const selectUsersNamed = (db: Db, viewer: UserId, usernames: readonly string[]) =>
  db.rows<{ id: UserId }>(sql`
    select u.id from users u where u.username in (${sql.join(
      usernames.map((name) => sql`${name}`),
      sql`, `,
    )}) and u.id <> ${viewer} and ${userVisible(viewer, 'u')}`)

// In quotes: somebody may be called null.
const textArray = (names: readonly string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`

const realNames = compiledFor<{ names: string }>(
  ['names'],
  (viewer, { names }) => sql`
    select u.username from users u where u.username = any(${names}::text[]) and ${userVisible(viewer, 'u')}`,
)

/** Those of these usernames that belong to users whom the viewer sees. */
export const selectRealNames = async (db: Db, viewer: UserId | null, names: readonly string[]) =>
  (await db.rows<{ username: string }>(realNames(viewer, { names: textArray(names) }))).map(({ username }) => username)

/** The beginning of a name, as a LIKE pattern in the form in which the indexes hold text. */
export const selectPattern = async (db: Db, text: string): Promise<string> =>
  (
    await db.row<{ pattern: string }>(sql`
    select regexp_replace(plain(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern`)
  )?.pattern ?? '%'

export type Named = { viewer: UserId; pattern: string; post: PostId | undefined; most: number }

/** Who is in a post's talk, newest first; nobody when the viewer may not see it. */
const talking = (viewer: UserId, post: PostId): SQL => sql`
  select p.author_id as id, 0 as rank from posts p join users pa on pa.id = p.author_id
  where p.id = ${post} and ${postVisible(viewer, 'p', 'pa')}
  union all
  select t.author_id, 0 from (
    select c.author_id from comments c join users ca on ca.id = c.author_id
      join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.post_id = ${post} and ${commentVisible(viewer, 'c', 'ca')} and ${postVisible(viewer, 'p', 'pa')}
    order by c.id desc limit 200) t
  union all`

/** Whom one follows and who follows one, the newest of them: more than one remembers. */
const near = (viewer: UserId): SQL => sql`
  select f.id, 1 as rank from (
    select followee_id as id from follows where follower_id = ${viewer} order by created_at desc limit 1000) f
  union all
  select f.id, 2 from (
    select follower_id as id from follows where followee_id = ${viewer} order by created_at desc limit 500) f`

// As the index holds it: it knows the beginning of a word by the blank before it.
const begins = (pattern: string) => sql`(u.username like ${pattern} or plain(u.fullname) like ${pattern}
  or plain(u.fullname) like ${`% ${pattern}`})`

// Told of one that is read anyway, once: `plain` is what costs.
const beginsHere = (pattern: string) =>
  sql`(u.username like ${pattern} or ' ' || plain(u.fullname) like ${`% ${pattern}`})`

/** Those one has to do with whose name begins so: of the post's talk, then followed, then followers. */
export const selectNearUsers = (db: Db, { viewer, pattern, post, most }: Named) =>
  db.rows<UserCardRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName"
    from (select id, min(rank) as rank from (${post ? talking(viewer, post) : sql``} ${near(viewer)}) n group by id) k
      join users u on u.id = k.id
    where ${beginsHere(pattern)} and u.id <> ${viewer} and ${userVisible(viewer, 'u')}
    order by k.rank, u.username limit ${most}::int`)

/**
 * Everybody whose name begins so, but for whom moderators have limited; a private account's full name only for who
 * follows it. Most followed first; found first, for walking down all the followed is longer.
 */
export const selectOtherUsers = (db: Db, { viewer, pattern, most }: Named) =>
  db.rows<UserCardRow>(
    sql`
    with found as materialized (select u.* from users u where ${begins(pattern)} and u.id <> ${viewer})
    select u.id, u.username, u.fullname, u.image_name as "imageName" from found u
    where ${userVisible(viewer, 'u')} and ${userPromoted(viewer, 'u')}
      and (${userOpen(viewer, 'u')} or u.username like ${pattern})
    order by u.follower_count desc, u.id limit ${most}::int`,
    'fresh',
  )

export type PetHitRow = {
  id: PetId
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
}

/** Pets in the post, one's own and followed ones whose name begins so. */
export const selectNearPets = (db: Db, { viewer, pattern, post, most }: Named) =>
  db.rows<PetHitRow>(sql`
    select t.id, t.name, t.breed, t.species, t.backdrop, ph.name as "portraitName"
    from (select id, min(rank) as rank from (
        ${
          post
            ? sql`select pp.pet_id as id, 0 as rank from post_pets pp
                join posts p on p.id = pp.post_id join users pa on pa.id = p.author_id
              where pp.post_id = ${post} and ${postVisible(viewer, 'p', 'pa')} union all`
            : sql``
        }
        select pet_id as id, 1 as rank from pet_people where user_id = ${viewer}
        union all
        select f.id, 2 from (select pet_id as id from pet_follows where user_id = ${viewer} limit 2000) f) n
      group by id) k
      join pets t on t.id = k.id left join photos ph on ph.id = t.portrait_id
    where plain(t.name) like ${pattern} and ${petVisible(viewer, 't')} and ${petListed(viewer, 't')}
    order by k.rank, t.name, t.id limit ${most}::int`)

/** Tags that begin so, the most used first among the newest uses the viewer may see. */
export const selectTags = (db: Db, { viewer, pattern, most }: Named) =>
  db.rows<{ tag: string; posts: number }>(
    sql`
    select s.tag, count(*)::int as posts from (
      select t.tag from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
      where plain(t.tag) like ${pattern} and ${postVisible(viewer, 'p', 'a')}
        and ${userPromoted(viewer, 'a')} order by t.post_id desc limit 1000) s
    group by s.tag order by count(*) desc, s.tag limit ${most}::int`,
    'fresh',
  )
