import type { Comment } from '@pawtrait/contract/comments.ts'
import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { PetId, PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPostsUncached } from '#features/posts/read-posts.ts'
import { createContext, type UserContext } from '#platform/context.ts'
import { idArray } from '#platform/database/db.ts'
import { aPet, aPost, aUser, givenFollow, givenHide, givenPetFollow, type TestUser } from '#testing/fixtures.ts'
import { startAnotherNode, startServer, type TestServer } from '#testing/server.ts'
import { readFeedPostsUncached } from './view.ts'

// After a change to the cache, run more steps by hand: KEPT_STEPS=2000 npm test -- cached-posts
const STEPS = Number(process.env.KEPT_STEPS ?? '200')
const SEED = Number(process.env.KEPT_SEED ?? '7')

/** Returns a generator of random numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seededRandom(SEED)
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

type CreatedItem<Id> = { id: Id; by: TestUser }
type CreatedComment = CreatedItem<Comment['id']> & { post: PostId }
type World = { people: TestUser[]; pets: PetId[]; posts: CreatedItem<PostId>[]; comments: CreatedComment[] }

let nodes: [TestServer, TestServer]

const settings = { PACE: '1000000', POSTS_PER_DAY: '1000000', PHOTOS_PER_DAY: '1000000', FEED_DAILY_FREE: 'unlimited' }

beforeAll(async () => {
  const first = await startServer(settings)
  nodes = [first, await startAnotherNode(first, settings)]
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop()
})

async function aWorld(): Promise<World> {
  const [node] = nodes
  const people: TestUser[] = []
  for (let n = 0; n < 7; n++) people.push(await aUser(node))
  const pets = [await aPet(node, people.slice(0, 2), 'Chai'), await aPet(node, people.slice(2, 3), 'Mzee')]
  const world: World = { people, pets, posts: [], comments: [] }
  for (const follower of people)
    for (const followee of people)
      if (follower !== followee && random() < 0.5) await givenFollow(node, follower, followee)
  for (const person of people) if (random() < 0.5) await givenPetFollow(node, person, pick(pets))
  for (let n = 0; n < 12; n++) await createPost(world)
  return world
}

async function createPost({ people, pets, posts }: World) {
  const by = pick(people)
  const ownPets = by === people[2] ? pets.slice(1) : people.indexOf(by) < 2 ? pets.slice(0, 1) : []
  const audience = pick(['everyone', 'everyone', 'followers', 'close-friends'] as const)
  const fields = { audience, caption: 'Morning', pets: random() < 0.5 ? ownPets : [] }
  // `aPost` throws if an earlier step has deleted the author's account.
  const created = await aPost(pick(nodes), by, fields).catch(() => null)
  if (created) posts.push({ id: created.id, by })
}

type Action = (world: World) => Promise<unknown>
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const call = (viewer: TestUser, method: Method, path: string, body?: object) =>
  pick(nodes).call(viewer, method, `/api/${path}`, body)

/** Returns the author of the given post or comment in 40 % of calls, otherwise a random user. */
const pickActor = ({ people }: World, { by }: CreatedItem<string>) => (random() < 0.4 ? by : pick(people))

const onPost = (
  method: Method,
  suffix: string,
  body: (world: World) => object | undefined = () => undefined,
): Action => {
  return async (world) => {
    const post = pick(world.posts)
    return call(pickActor(world, post), method, `posts/${post.id}${suffix}`, body(world))
  }
}
const onComment = (method: Method, suffix: string, body?: object): Action => {
  return async (world) => {
    const comment = pick(world.comments)
    // `comment` is undefined until the first comment is written.
    return comment && call(pickActor(world, comment), method, `comments/${comment.id}${suffix}`, body)
  }
}
const onUser = (method: Method, path: (id: string) => string): Action => {
  return ({ people }) => call(pick(people), method, path(pick(people).id))
}
const onOwnAccount = (method: Method, path: string, body: () => object): Action => {
  return ({ people }) => call(pick(people), method, path, body())
}
const inDatabase = (statement: (world: World) => SQL): Action => {
  return (world) => nodes[0].deps.database.rows(statement(world))
}

const isAnyOf = (column: string, items: readonly { id: string }[]) =>
  sql`${sql.identifier(column)} = any(${idArray(items.map(({ id }) => id))}::uuid[])`

async function createComment({ people, posts, comments }: World) {
  const by = pick(people)
  const parent = comments.length > 0 && random() < 0.4 ? pick(comments) : null
  const post = parent?.post ?? pick(posts).id
  const body = { text: 'Hello', parentId: parent?.id ?? null }
  const created = await pick(nodes).call<Comment>(by, 'POST', `/api/posts/${post}/comments`, body)
  if (created.status === 201) comments.push({ id: created.body.id, by, post })
}

/** Actions with random targets. The server may refuse some of them. */
const actions: readonly Action[] = [
  createPost,
  createComment,
  createComment,
  onPost('PUT', '/like'),
  onPost('DELETE', '/like'),
  onPost('PUT', '/save'),
  onPost('PUT', '/archive'),
  onPost('DELETE', '/archive'),
  onPost('PUT', '/pin'),
  onPost('DELETE', '/pin'),
  onPost('PATCH', '', () => ({ caption: `Caption ${random()}` })),
  onPost('PATCH', '', () => ({ audience: pick(['everyone', 'followers', 'close-friends']) })),
  onPost('PATCH', '', () => ({ replies: pick(['everyone', 'followers', 'nobody']) })),
  onPost('PATCH', '', ({ pets }) => ({ pets: [pick(pets)] })),
  onPost('DELETE', ''),
  onComment('PUT', '/like'),
  onComment('PUT', '/like'),
  onComment('PUT', '/pin'),
  onComment('PATCH', '', { text: 'Edited' }),
  onComment('DELETE', ''),
  onUser('PUT', (id) => `users/${id}/follow`),
  onUser('DELETE', (id) => `users/${id}/follow`),
  onUser('PUT', (id) => `users/${id}/block`),
  inDatabase(({ people }) => sql`delete from blocks where ${isAnyOf('blocker_id', people)}`),
  inDatabase(({ people }) => sql`delete from blocks where ${isAnyOf('blocker_id', people)}`),
  onUser('PUT', (id) => `close-friends/${id}`),
  onUser('DELETE', (id) => `close-friends/${id}`),
  onUser('PUT', (id) => `follow-requests/${id}`),
  onUser('DELETE', (id) => `followers/${id}`),
  onOwnAccount('PATCH', 'profile', () => ({ fullname: `Name ${random()}` })),
  onOwnAccount('PUT', 'profile/privacy', () => ({ isPrivate: random() < 0.5 })),
  onOwnAccount('PUT', 'species-filter', () => ({ species: random() < 0.2 ? ['dog'] : [], words: [] })),
  ({ people, pets }) => call(pick(people), 'PATCH', `pets/${pick(pets)}`, { name: `Pet ${Math.floor(random() * 99)}` }),
  // Changes written to the database without an API call, as photo processing, the operator or an erasure would.
  inDatabase(
    ({ posts }) => sql`
    update photos set name = md5(random()::text), epoch = epoch + 1
    where id = (select photo_id from post_photos where post_id = ${pick(posts).id} limit 1)`,
  ),
  inDatabase(
    ({ posts }) => sql`
    update post_photos set alt = md5(random()::text) where post_id = ${pick(posts).id}`,
  ),
  inDatabase(
    ({ people }) => sql`
    update users set deleted_at = case when deleted_at is null then now() end where id = ${pick(people).id}`,
  ),
  inDatabase(
    ({ people }) => sql`
    update users set deleted_at = case when deleted_at is null then now() end where id = ${pick(people).id}`,
  ),
  inDatabase(({ people }) => sql`update users set address_epoch = address_epoch + 1 where id = ${pick(people).id}`),
  inDatabase(({ people }) => {
    const zone = pick(['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'])
    return sql`update users set time_zone = ${zone} where id = ${pick(people).id}`
  }),
  inDatabase(
    ({ pets }) => sql`
    update pets set deleted_at = case when deleted_at is null then now() end where id = ${pick(pets)}`,
  ),
  inDatabase(
    ({ pets, people }) => sql`
    update pet_people set role = 'sitter' where pet_id = ${pick(pets)} and user_id = ${pick(people).id}`,
  ),
  inDatabase(
    ({ pets, people }) => sql`
    update pet_people set role = 'owner' where pet_id = ${pick(pets)} and user_id = ${pick(people).id}`,
  ),
  inDatabase(
    ({ posts }) => sql`
    delete from post_pets where ctid in (select ctid from post_pets
      where ${isAnyOf('post_id', posts)} order by random() limit 1)`,
  ),
  ({ people }) =>
    random() < 0.1 ? givenHide(nodes[0], pick(people), { user: pick(people) }).catch(() => {}) : Promise.resolve(),
]

const toCaller = (viewer: TestUser | null) => ({
  viewer: viewer?.id ?? null,
  session: viewer?.session ?? null,
  ...{ ip: '', userAgent: '', requestId: '' },
})

/** Returns posts from the database, without the cache. */
async function readUncachedPosts(viewer: TestUser, ids: PostId[]): Promise<unknown> {
  const ctx = createContext(nodes[0].deps, toCaller(viewer)) as UserContext
  return JSON.parse(JSON.stringify(await readFeedPostsUncached(ctx, ids)))
}

/** Returns one post without the cache; null if the viewer may not see it. The captions mention no users. */
async function readUncachedPost(viewer: TestUser | null, id: PostId): Promise<unknown> {
  const [post] = await readPostsUncached(createContext(nodes[0].deps, toCaller(viewer)), [id])
  return post ? JSON.parse(JSON.stringify(post)) : null
}

const selectFeedPostIds = async (viewer: TestUser) =>
  (
    await nodes[0].deps.database.rows<{ id: PostId }>(sql`
      select distinct p.id from posts p where p.author_id = ${viewer.id}
        or exists (select 1 from follows f where f.follower_id = ${viewer.id} and f.followee_id = p.author_id)
        or exists (select 1 from post_pets pp join pet_follows pf on pf.pet_id = pp.pet_id
          where pp.post_id = p.id and pf.user_id = ${viewer.id})
      order by p.id desc`)
  ).map(({ id }) => id)

const isBlocked = async ({ id }: TestUser) =>
  (await nodes[0].deps.database.row(sql`select 1 from blocks where ${id} in (blocker_id, blocked_id)`)) !== undefined

describe('cached posts in the feed and on the post page', () => {
  it(`equal the posts read without the cache, on both nodes, after each of ${STEPS} random actions (seed ${SEED})`, {
    timeout: STEPS * 400,
  }, async () => {
    let world = await aWorld()
    let [feedPostCount, postPageCount] = [0, 0]
    for (let step = 0; step < STEPS; step++) {
      // Starts with new users every 100 steps, because blocks and deletions leave fewer and fewer visible posts.
      if (step % 100 === 99) world = await aWorld()
      await pick(actions)(world)
      const viewer = pick(world.people)
      const expected = await readUncachedPosts(viewer, (await selectFeedPostIds(viewer)).slice(0, 50))
      let isDeleted = false
      for (const node of nodes) {
        const { status, body } = await node.call<FeedPage>(viewer, 'GET', '/api/feed?limit=50')
        // Status 401 means that the viewer's account is marked deleted.
        isDeleted = status === 401
        if (isDeleted) continue
        expect(body.posts, `step ${step}`).toEqual(expected)
        if (!(await isBlocked(viewer))) feedPostCount += body.posts.length
      }
      // Reads as a visitor in every third step, and when the viewer's account is deleted.
      const reader = step % 3 === 0 || isDeleted ? null : viewer
      const { id } = pick(world.posts)
      const post = await readUncachedPost(reader, id)
      for (const node of nodes) {
        const response = await node.call<Post>(reader, 'GET', `/api/posts/${id}`)
        expect(response.status === 200 ? response.body : null, `post at step ${step}`).toEqual(post)
        if (post) postPageCount += 1
      }
    }
    // Ensures that the test has compared enough cached posts.
    expect(feedPostCount).toBeGreaterThan(STEPS)
    expect(postPageCount).toBeGreaterThan(STEPS / 2)
  })
})
