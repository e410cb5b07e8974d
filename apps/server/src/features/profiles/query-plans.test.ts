import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { selectPetById } from '#features/pets/queries.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { analyzeTables, explainPlans } from '#testing/database/query-plans.ts'
import { aPet, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { selectPublicUser } from './queries.ts'

const server = serverForFile()

it('profile and pet page read stored counts through an index, without counting posts or follows', async () => {
  const { database } = server.deps
  const [reader, author] = [await aUser(server), await aUser(server)]
  const pet = await aPet(server, [author])
  // Seeding exceeds the statement timeout of requests, so it uses a separate connection.
  const seeding = await openSecondConnection(database, 'app')
  await seeding.rows(sql`
    with people as (
      insert into users (id, username, email, fullname, state, time_zone, created_at)
      select gen_random_uuid(), 'many' || n, 'many' || n || '@example.test', 'Many', 'active', 'UTC', now()
      from generate_series(1, 4000) n returning id),
    animals as (
      insert into pets (id, slug, name, species, backdrop, created_at)
      select id, id::text, 'Rex', 'dog', 'moss', now() from people returning id),
    counted as (
      insert into pet_post_counts (pet_id, author_id, audience, posts)
      select id, id, a, 1 from animals, unnest(array['everyone', 'followers', 'close-friends']) a),
    walls as (
      insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      select id, id, '', '', 'everyone', true, now() from people),
    fans as (
      insert into follows (follower_id, followee_id, created_at) select ${author.id}::uuid, id, now() from people)
    insert into pet_follows (user_id, pet_id, created_at)
    select a.id, b.id, now() from people a join people b on left(a.id::text, 2) = left(b.id::text, 2)`)
  await seeding.rows(sql`
    insert into follows (follower_id, followee_id, created_at)
    select followee_id, follower_id, now() from follows where follower_id = ${author.id}`)
  for (const [table, first, second] of [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['close_friends', 'user_id', 'friend_id'],
  ] as const)
    await seeding.rows(sql`
      insert into ${sql.raw(table)} (${sql.raw(first)}, ${sql.raw(second)}, created_at)
      select user_id, pet_id, now() from pet_follows where user_id <> pet_id`)
  await seeding.close()
  await analyzeTables(database)
  const tables = ['users', 'posts', 'post_pets', 'follows', 'pet_follows', 'pet_post_counts', 'blocks', 'close_friends']
  const now = server.clock.now()
  const profile = await explainPlans(database, (db) => selectPublicUser(db, reader.id, author.id), tables)
  const page = await explainPlans(database, (db) => selectPetById(db, reader.id, pet, now), tables)
  expect({ profile: profile.scanned, page: page.scanned }).toEqual({ profile: [], page: [] })
  expect(page.indexes).toContain('pet_post_counts_pet_id_author_id_audience_pk')
  expect([...profile.indexes, ...page.indexes].filter((name) => name.startsWith('posts'))).toEqual([])
})
