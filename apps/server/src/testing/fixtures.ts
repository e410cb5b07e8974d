import { randomBytes } from 'node:crypto'
import type { PetId, PhotoId, PostId, SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import type { NewPost, Post } from '@pawtrait/contract/posts.ts'
import type { NewStory, Story } from '@pawtrait/contract/stories.ts'
import { sql } from 'drizzle-orm'
import { parseTerm, type SearchTerm } from '#features/search/parse-query.ts'
import { insertSession } from '#features/sign-in/sessions/session-queries.ts'
import { insertUser } from '#features/sign-in/sign-up/sign-up-queries.ts'
import { idArray } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { newToken } from '#platform/security/token.ts'
import type { TestServer } from './server.ts'

/** A signed-in user. `cookie` authenticates calls. */
export type TestUser = { id: UserId; username: string; email: string; cookie: string; session: SessionId }

let userCount = 0

/** Inserts a user and a session directly, because the tests of sign-up cover the API. */
export async function aUser(
  server: TestServer,
  more: { username?: string; fullname?: string } = {},
): Promise<TestUser> {
  const { database, clock } = server.deps
  const username = more.username ?? `user${++userCount}`
  const id = newId<UserId>(clock.now())
  const email = `${username}@example.test`
  await insertUser(database, {
    id,
    username,
    email,
    fullname: more.fullname ?? `Person ${username}`,
    zipHash: '',
    state: 'active',
    timeZone: 'Africa/Nairobi',
    now: clock.now(),
  })
  const token = newToken()
  const session = newId<SessionId>(clock.now())
  await insertSession(database, {
    id: session,
    hash: token.hash,
    userId: id,
    label: 'Test',
    network: '',
    now: clock.now(),
  })
  return { id, username, email, cookie: `pt_sid=${token.value}`, session }
}

/** Inserts a decoded photo without files. By default it is ready and unattached. */
export async function aPhoto(
  server: TestServer,
  by: { id: UserId },
  more: { state?: 'processing' | 'ready' | 'failed'; attached?: boolean } = {},
): Promise<PhotoId> {
  const { database, clock } = server.deps
  const now = clock.now().toISOString()
  const id = newId<PhotoId>(clock.now())
  const state = more.state ?? 'ready'
  await database.rows(sql`
    insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder, widths,
      size_bytes, hash, created_at, attached_at)
    values (${id}, ${by.id}, ${randomBytes(16).toString('hex')}, ${randomBytes(16).toString('hex')}, 'jpg', ${state},
      1200, 900, ${Buffer.alloc(25, 7)}, ${state === 'ready' ? '{320,640,1080}' : '{}'}, 1000,
      ${randomBytes(32)}, ${now}, ${more.attached ? now : null})`)
  return id
}

/** Publishes a post through the API. By default it has one ready photo. */
export async function aPost(
  server: TestServer,
  by: TestUser,
  more: Partial<NewPost> & { photoStates?: ('processing' | 'ready')[] } = {},
): Promise<Post> {
  const { photoStates = ['ready'], ...words } = more
  const photos: { id: PhotoId }[] = []
  for (const state of photoStates) photos.push({ id: await aPhoto(server, by, { state }) })
  const created = await server.call<Post>(by, 'POST', '/api/posts', { photos, ...words })
  if (created.status !== 201) throw new Error(`the post was refused: ${created.text}`)
  return created.body
}

/** Inserts a pet. `people` are its owners. */
export async function aPet(server: TestServer, people: { id: UserId }[], name = 'Rex'): Promise<PetId> {
  const { database, clock } = server.deps
  const now = clock.now().toISOString()
  const id = newId<PetId>(clock.now())
  await database.rows(sql`
    insert into pets (id, slug, name, species, backdrop, created_at)
    values (${id}, ${`${name.toLowerCase()}-${id.slice(-12)}`}, ${name}, 'dog', 'moss', ${now})`)
  for (const person of people)
    await database.rows(sql`
      insert into pet_people (pet_id, user_id, role, created_at) values (${id}, ${person.id}, 'owner', ${now})`)
  return id
}

/** Inserts a user's role at a pet, without an invitation. */
export const givenRole = (
  server: TestServer,
  pet: PetId,
  user: { id: UserId },
  role: PetRole,
  until: Date | null = null,
) =>
  server.deps.database.rows(sql`
    insert into pet_people (pet_id, user_id, role, until, created_at)
    values (${pet}, ${user.id}, ${role}, ${until?.toISOString() ?? null}::timestamptz,
      ${server.deps.clock.now().toISOString()})`)

/** Inserts a follow and raises the counters of both users. */
export const givenFollow = (server: TestServer, follower: { id: UserId }, followee: { id: UserId }) =>
  server.deps.database.rows(sql`
    with counted as (
      update users set follower_count = follower_count + (id = ${followee.id})::int,
        following_count = following_count + (id = ${follower.id})::int
      where id in (${follower.id}, ${followee.id}))
    insert into follows (follower_id, followee_id, created_at)
    values (${follower.id}, ${followee.id}, ${server.deps.clock.now().toISOString()})`)

export const givenPetFollow = (server: TestServer, user: { id: UserId }, pet: PetId) =>
  server.deps.database.rows(sql`
    with counted as (update pets set follower_count = follower_count + 1 where id = ${pet})
    insert into pet_follows (user_id, pet_id, created_at)
    values (${user.id}, ${pet}, ${server.deps.clock.now().toISOString()})`)

/** Marks an account as deleted, which hides it everywhere. */
export const markDeleted = (server: TestServer, user: { id: UserId }) =>
  server.deps.database.rows(sql`
    update users set deleted_at = ${server.deps.clock.now().toISOString()} where id = ${user.id}`)

/** Inserts many posts without photos, oldest first. Does not raise counters. */
export async function insertPosts(
  server: TestServer,
  author: TestUser,
  count: number,
  more: { audience?: 'followers'; isReady?: false; deleted?: true } = {},
): Promise<PostId[]> {
  const { database, clock } = server.deps
  const ids = Array.from({ length: count }, () => newId<PostId>(clock.now()))
  const now = clock.now().toISOString()
  await database.rows(sql`
    insert into posts (id, author_id, caption, place, audience, is_ready, posted_at, deleted_at)
    select id, ${author.id}::uuid, '', '', ${more.audience ?? 'everyone'}, ${more.isReady ?? true}, ${now}::timestamptz,
      ${more.deleted ? now : null}::timestamptz from unnest(${idArray(ids)}::uuid[]) id`)
  return ids
}

/** Hides a user or pet from a user without Premium. Such rows exist, because hides remain after Premium ends. */
export const givenHide = (
  server: TestServer,
  by: { id: UserId },
  whose: { user?: { id: UserId }; pet?: PetId; until?: Date },
) =>
  server.deps.database.rows(sql`
    insert into hides (id, user_id, hidden_user_id, hidden_pet_id, created_at, ends_at)
    values (${newId(server.clock.now())}, ${by.id}, ${whose.user?.id ?? null}, ${whose.pet ?? null},
      ${server.clock.now().toISOString()}, ${whose.until?.toISOString() ?? null})`)

/** Publishes a story through the API. Its photo is ready, unless `photoState` is 'processing'. */
export async function aStory(
  server: TestServer,
  by: TestUser,
  more: Partial<NewStory> & { photoState?: 'processing' } = {},
): Promise<Story> {
  const { photoState, ...words } = more
  const photo = await aPhoto(server, by, photoState ? { state: photoState } : {})
  const created = await server.call<Story>(by, 'POST', '/api/stories', { photo, ...words })
  if (created.status !== 201) throw new Error(`the story was refused: ${created.text}`)
  return created.body
}

export const givenBlock = (server: TestServer, by: { id: UserId }, whom: { id: UserId }) =>
  server.deps.database.rows(sql`
    insert into blocks (blocker_id, blocked_id, created_at)
    values (${by.id}, ${whom.id}, ${server.clock.now().toISOString()})`)

export const givenCloseFriend = (server: TestServer, of: { id: UserId }, friend: { id: UserId }) =>
  server.deps.database.rows(sql`
    insert into close_friends (user_id, friend_id, created_at)
    values (${of.id}, ${friend.id}, ${server.clock.now().toISOString()})`)

/** Returns a parsed search term. @throws Error for text without a term */
export function parseTestSearchTerm(plain: string): SearchTerm {
  const term = parseTerm(plain)
  if (!term) throw new Error('nothing to look for')
  return term
}
