import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

// Posts are counted per audience, so a count reveals no posts that the reader may not see. Each caller has locked the
// author.

/** Adds `by` to the author's post counters. `post`: SQL of the post's author_id and audience, with at most one row. */
export const addToAuthorCounts = (post: SQL, by: 1 | -1) => sql`
  update users cu set post_count = cu.post_count + ${by}::int,
    followers_post_count = cu.followers_post_count + (x.audience = 'followers')::int * ${by}::int,
    friends_post_count = cu.friends_post_count + (x.audience = 'close-friends')::int * ${by}::int
  from (${post}) x where cu.id = x.author_id`

// Adds `by` to a pet's counter for each row of `shown` (SQL of pet_id, author_id, audience). Locks in pet id order.
const addToCountsOfPets = (shown: SQL, by: 1 | -1) => sql`
  insert into pet_post_counts as n (pet_id, author_id, audience, posts)
  select pet_id, author_id, audience, ${by}::int from (${shown}) x order by pet_id
  on conflict (pet_id, author_id, audience) do update set posts = n.posts + excluded.posts`

/** Adds `by` to the counters of the pets tagged in a post. `post`: SQL of the post's id, author_id and audience. */
export const addToPetCounts = (post: SQL, by: 1 | -1) =>
  addToCountsOfPets(
    sql`select pp.pet_id, cp.author_id, cp.audience from (${post}) cp join post_pets pp on pp.post_id = cp.id`,
    by,
  )

export const updatePetCounts = (db: Db, id: PostId, pets: readonly PetId[], by: 1 | -1) =>
  db.rows(
    addToCountsOfPets(
      sql`select pet as pet_id, p.author_id, p.audience
        from posts p, unnest(${idArray(pets)}::uuid[]) pet where p.id = ${id}`,
      by,
    ),
  )

/** Moves a post from the counters of one audience to those of another audience. */
export async function moveAudienceCounts(db: Db, id: PostId, author: UserId, from: Audience, to: Audience) {
  for (const [audience, by] of [
    [from, -1],
    [to, 1],
  ] as const) {
    const post = sql`select ${id}::uuid as id, ${author}::uuid as author_id, ${audience}::text as audience`
    await db.rows(sql`with author as (${addToAuthorCounts(post, by)}) ${addToPetCounts(post, by)}`)
  }
}
