import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import {
  isAccountReadable,
  isCommentVisible,
  isPetVisible,
  isPostVisible,
  isUserVisible,
  passesAnimalFilters,
} from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import type { Db } from '#platform/database/db.ts'

// The SQL names tables as plain text: imports from posts and comments would be cyclic. docs/decisions/0005

/** Returns the visible users with these usernames, without the viewer. */
export const selectUsersByUsername = (db: Db, viewer: UserId, usernames: readonly string[]) =>
  db.rows<{ id: UserId }>(sql`
    select u.id from users u where u.username in (${sql.join(
      usernames.map((name) => sql`${name}`),
      sql`, `,
    )}) and u.id <> ${viewer} and ${isUserVisible(viewer, 'u')}`)

// Each name is quoted, because PostgreSQL reads an unquoted `null` as NULL, and `null` is a possible username.
const textArray = (names: readonly string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`

const existingNames = compileViewerStatement<{ names: string }>(
  ['names'],
  (viewer, { names }) => sql`
    select u.username from users u where u.username = any(${names}::text[]) and ${isUserVisible(viewer, 'u')}`,
)

/** Returns the names in `names` that are usernames of users visible to the viewer. */
export const selectExistingNames = async (db: Db, viewer: UserId | null, names: readonly string[]) =>
  (await db.rows<{ username: string }>(existingNames(viewer, { names: textArray(names) }))).map(
    ({ username }) => username,
  )

/** Returns a LIKE pattern for names that begin with `text`. The text is normalised like the indexed names. */
export const selectPrefixPattern = async (db: Db, text: string): Promise<string> =>
  (
    await db.row<{ pattern: string }>(sql`
    select regexp_replace(plain(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern`)
  )?.pattern ?? '%'

export type NamePrefixQuery = { viewer: UserId; pattern: string; post: PostId | undefined; limit: number }

/** The author of a post and the authors of its 200 newest comments; none if the viewer cannot see the post. */
const participants = (viewer: UserId, post: PostId): SQL => sql`
  select p.author_id as id, 0 as rank from posts p join users pa on pa.id = p.author_id
  where p.id = ${post} and ${isPostVisible(viewer, 'p', 'pa')}
  union all
  select t.author_id, 0 from (
    select c.author_id from comments c join users ca on ca.id = c.author_id
      join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.post_id = ${post} and ${isCommentVisible(viewer, 'c', 'ca')} and ${isPostVisible(viewer, 'p', 'pa')}
    order by c.id desc limit 200) t
  union all`

/** The 1000 users that the viewer followed last, and the viewer's 500 newest followers. */
const connectedUsers = (viewer: UserId): SQL => sql`
  select f.id, 1 as rank from (
    select followee_id as id from follows where follower_id = ${viewer} order by created_at desc limit 1000) f
  union all
  select f.id, 2 from (
    select follower_id as id from follows where followee_id = ${viewer} order by created_at desc limit 500) f`

// SQL condition on names. Its expressions must equal those of the index. A leading blank in the pattern matches the
// start of a later word.
const matchesPrefix = (pattern: string) => sql`(u.username like ${pattern} or plain(u.fullname) like ${pattern}
  or plain(u.fullname) like ${`% ${pattern}`})`

// SQL condition on names for queries that cannot use the index. It calls the slow function `plain` only once per row.
const matchesWordPrefix = (pattern: string) =>
  sql`(u.username like ${pattern} or ' ' || plain(u.fullname) like ${`% ${pattern}`})`

/** Returns users by name prefix: participants of the post first, then followed users, then followers. */
export const selectConnectedUsers = (db: Db, { viewer, pattern, post, limit }: NamePrefixQuery) =>
  db.rows<UserCardRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName"
    from (select id, min(rank) as rank
        from (${post ? participants(viewer, post) : sql``} ${connectedUsers(viewer)}) n group by id) k
      join users u on u.id = k.id
    where ${matchesWordPrefix(pattern)} and u.id <> ${viewer} and ${isUserVisible(viewer, 'u')}
    order by k.rank, u.username limit ${limit}::int`)

/**
 * Returns users by name prefix, most followers first, except users limited by moderators. Private full names match only
 * for followers. Selects before it sorts, because reading users in the order of follower counts costs more.
 */
export const selectUsersByNamePrefix = (db: Db, { viewer, pattern, limit }: NamePrefixQuery) =>
  db.rows<UserCardRow>(
    sql`
    with found as materialized (select u.* from users u where ${matchesPrefix(pattern)} and u.id <> ${viewer})
    select u.id, u.username, u.fullname, u.image_name as "imageName" from found u
    where ${isUserVisible(viewer, 'u')} and ${isUserDiscoverable(viewer, 'u')}
      and (${isAccountReadable(viewer, 'u')} or u.username like ${pattern})
    order by u.follower_count desc, u.id limit ${limit}::int`,
    'fresh',
  )

export type PetSuggestionRow = {
  id: PetId
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
}

/** Returns pets by name prefix: pets tagged in the post first, then the viewer's own, then followed pets. */
export const selectConnectedPets = (db: Db, { viewer, pattern, post, limit }: NamePrefixQuery) =>
  db.rows<PetSuggestionRow>(sql`
    select t.id, t.name, t.breed, t.species, t.backdrop, ph.name as "portraitName"
    from (select id, min(rank) as rank from (
        ${
          post
            ? sql`select pp.pet_id as id, 0 as rank from post_pets pp
                join posts p on p.id = pp.post_id join users pa on pa.id = p.author_id
              where pp.post_id = ${post} and ${isPostVisible(viewer, 'p', 'pa')} union all`
            : sql``
        }
        select pet_id as id, 1 as rank from pet_people where user_id = ${viewer}
        union all
        select f.id, 2 from (select pet_id as id from pet_follows where user_id = ${viewer} limit 2000) f) n
      group by id) k
      join pets t on t.id = k.id left join photos ph on ph.id = t.portrait_id
    where plain(t.name) like ${pattern} and ${isPetVisible(viewer, 't')} and ${passesAnimalFilters(viewer, 't')}
    order by k.rank, t.name, t.id limit ${limit}::int`)

/** Returns tags by prefix, most used first, counted among the newest 1000 visible uses. */
export const selectTagsByPrefix = (db: Db, { viewer, pattern, limit }: NamePrefixQuery) =>
  db.rows<{ tag: string; posts: number }>(
    sql`
    select s.tag, count(*)::int as posts from (
      select t.tag from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
      where plain(t.tag) like ${pattern} and ${isPostVisible(viewer, 'p', 'a')}
        and ${isUserDiscoverable(viewer, 'a')} order by t.post_id desc limit 1000) s
    group by s.tag order by count(*) desc, s.tag limit ${limit}::int`,
    'fresh',
  )
