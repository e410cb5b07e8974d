import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { SearchPage } from '@pawtrait/contract/search.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { updateSudoToken } from '#features/sign-in/credentials/credential-queries.ts'
import { idArray } from '#platform/database/db.ts'
import { newToken } from '#platform/security/token.ts'
import { minute } from '#testing/clock.ts'
import { analyzeDatabase, openSecondConnection } from '#testing/database/database.ts'
import { serverForFile } from '#testing/server.ts'
import { visibilityMatrix } from './matrix.ts'
import type { MatrixCase } from './matrix-rows.ts'
import {
  createMatrixWorld,
  followers,
  isArchivedOrHidden,
  isBlockedPair,
  isPostInDatabase,
  isSignedIn,
  type MatrixWorld,
  maySeePost,
  type PostKind,
  postKinds,
  type Viewer,
  viewers,
  withSharedPosts,
} from './matrix-world.ts'

const server = serverForFile()
let world: MatrixWorld
beforeAll(async () => {
  await countWrites()
  world = await createMatrixWorld(server)
})

// Event streams never end, so they are not in the matrix. features/feed/live.test.ts checks their access.
const streams = new Set(['GET /api/events'])

const formatRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const findCaller = (viewer: Viewer) => (viewer === 'visitor' ? null : world.people[viewer])

/** Tables that a refused call must not change. */
const contentTables = [
  'posts',
  'post_photos',
  'post_pets',
  'post_tags',
  'likes',
  'saves',
  'comments',
  'follows',
  'pet_follows',
]
const relationTables = ['blocks', 'follow_requests', 'close_friends', 'species_filters', 'hides', 'mutes', 'reports']
const storyTables = ['stories', 'story_pets', 'story_views', 'story_replies', 'story_highlights']
const otherTables = [...storyTables, 'pets', 'pet_people', 'photos', 'users', 'sessions', 'devices']

/** Adds triggers that log each committed change in these tables to the table `writes`. */
async function countWrites() {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  await owner.rows(sql`create table writes (no bigint generated always as identity primary key, place text not null)`)
  await owner.rows(sql`grant all on writes to public`)
  await owner.rows(sql`
    create function note_write() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'UPDATE' or old is distinct from new then
          insert into writes (place) values (tg_table_name);
        end if;
        return null;
      end $$`)
  for (const table of [...contentTables, ...relationTables, ...otherTables]) {
    // Ignores updates of sessions, because every request updates its session.
    const event = sql.raw(table === 'sessions' ? 'insert or delete' : 'insert or update or delete')
    await owner.rows(sql`
      create trigger note_write after ${event} on ${sql.raw(table)} for each row execute function note_write()`)
  }
  await owner.close()
}

const lastWrite = () => server.deps.database.row(sql`select no, place from writes order by no desc limit 1`)

/** Runs a case. `shared` is the world for calls that change nothing. */
async function run({ method, path, output }: Endpoint, matrixCase: MatrixCase, shared: MatrixWorld) {
  server.clock.advance(minute)
  const isRefused = matrixCase.expected >= 400
  const caseWorld = isRefused || method === 'GET' ? shared : world
  const {
    path: url,
    body,
    query = '',
    as = findCaller(matrixCase.viewer),
  } = await matrixCase.make(caseWorld, matrixCase.viewer)
  const changes = !isRefused || method === 'GET'
  const before = changes || (await lastWrite())
  const answer = await server.inject({
    method: method,
    url: url + query,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...(as && { cookie: as.cookie }) },
    ...(body !== undefined && { payload: body as object }),
  })
  const description = `${method} ${path}, ${matrixCase.situation}, as ${matrixCase.viewer}`
  expect(`${description}: ${answer.status}`).toBe(`${description}: ${matrixCase.expected}`)
  expect(changes || (await lastWrite())).toEqual(before)
  if (output && answer.status < 300) v.parse(output, answer.body)
  return answer
}

describe('visibility matrix', () => {
  it('has exactly one entry for every route', () => {
    const routes = server.app.endpoints.map(formatRoute)
    expect(routes.length).toBeGreaterThan(35)
    expect(routes.filter((route) => !(route in visibilityMatrix) && !streams.has(route))).toEqual([])
    expect(Object.keys(visibilityMatrix).filter((row) => !routes.includes(row))).toEqual([])
  })

  it('detects a call that writes to the database', async () => {
    const before = await lastWrite()
    const like = { path: `/api/posts/${await world.post('open')}/like`, as: world.people.stranger }
    const afterPost = await lastWrite()
    expect(afterPost).not.toEqual(before)
    await server.call(like.as, 'PUT', like.path)
    expect(await lastWrite()).not.toEqual(afterPost)
  })

  // A long timeout, because some routes need a thousand calls.
  const timeout = 90_000
  it.each(Object.entries(visibilityMatrix).map(([route, row], n) => [route, row, n] as const))(
    '%s returns the expected status to each viewer in each situation',
    { timeout },
    async (route, row, n) => {
      if (n % 30 === 0) await analyzeDatabase(server.deps.database)
      const endpoint = server.app.endpoints.find((candidate) => formatRoute(candidate) === route)
      if (!endpoint) throw new Error('no such route')
      const refusals = new Set<string>()
      const shared = withSharedPosts(world)
      for (const matrixCase of row(endpoint)) {
        const { body } = await run(endpoint, matrixCase, shared)
        if (matrixCase.expected === 404) refusals.add(JSON.stringify({ ...(body as object), requestId: '' }))
      }
      // Invisible and nonexistent objects must get the same response.
      expect([...refusals].slice(1)).toEqual([])
    },
  )

  it('expects 400 for malformed ids, or 404 at GET /users/:id and moderation routes (security check V04)', async () => {
    const { cookie, session } = world.people.author
    const sudo = newToken()
    await updateSudoToken(server.deps.database, session, sudo.hash, new Date(server.clock.now().getTime() + minute))
    for (const { method, path, auth, params, body } of server.app.endpoints) {
      if (!params || !('id' in params || 'postId' in params) || path.includes('uploads')) continue
      const answer = await server.inject({
        method: method,
        url: path.replace(/:\w+/, 'not-an-id'),
        headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', cookie: `${cookie}; pt_sudo=${sudo.value}` },
        ...(body && { payload: {} }),
      })
      // Moderation routes check the role before they read the path.
      const status = path === '/users/:id' || auth.startsWith('moderator') ? 404 : 400
      expect({ path, auth, status: answer.status }).toEqual({ path, auth, status })
    }
  })
})

describe('lists of posts', () => {
  const lists = {
    user: (w: MatrixWorld) => `/api/users/${w.people.author.id}/posts`,
    pet: (w: MatrixWorld) => `/api/pets/${w.pet}/posts`,
    tag: (w: MatrixWorld) => `/api/tags/${w.tag}/posts`,
    saves: () => '/api/saves',
    feed: () => '/api/feed',
    explore: () => '/api/explore',
    search: (w: MatrixWorld) => `/api/search?type=post&q=${w.tag}`,
  }

  it('contain exactly the posts that the viewer may see', async () => {
    await analyzeDatabase(server.deps.database)
    const fresh = await createMatrixWorld(server)
    const posts = await Promise.all(postKinds.map(async (kind) => ({ kind, id: await fresh.post(kind) })))
    const real = posts.filter(({ kind }) => isPostInDatabase(kind))
    for (const { id } of Object.values({ ...fresh.people, erased: fresh.people.author }))
      await server.deps.database.rows(sql`
        insert into saves (post_id, user_id, created_at)
        select post, ${id}::uuid, now() from unnest(${idArray(real.map((post) => post.id))}::uuid[]) post
        on conflict do nothing`)
    for (const viewer of viewers)
      for (const [name, url] of Object.entries(lists)) {
        const caller = viewer === 'visitor' ? null : fresh.people[viewer]
        const address = url(fresh)
        const answer = await server.call<Partial<PostPage & SearchPage>>(
          caller,
          'GET',
          `${address}${address.includes('?') ? '&' : '?'}limit=50`,
        )
        const listed: string[] = (answer.body.posts ?? answer.body.hits ?? []).map(({ id }) => id)
        // Ignores posts of other tests in this file, which Explore shows too.
        const shown = name === 'explore' ? listed.filter((id) => real.some((post) => post.id === id)) : listed
        const expectedIds = real.filter(({ kind }) => isExpected(name, viewer, kind)).map(({ id }) => id)
        expect({ name, viewer, shown: shown.toSorted(byText) }).toEqual({
          name,
          viewer,
          shown: expectedIds.toSorted(byText),
        })
        expect({ name, viewer, status: answer.status }).toEqual({
          name,
          viewer,
          status: findExpectedStatus(name, viewer),
        })
      }
  })

  function findExpectedStatus(list: string, viewer: Viewer) {
    if ((list === 'user' || list === 'pet') && isBlockedPair(viewer)) return 404
    return (list === 'saves' || list === 'feed') && !isSignedIn(viewer) ? 401 : 200
  }

  const byText = (a: string, b: string) => (a < b ? -1 : 1)

  /** Whether this list shows a post of this kind to this viewer. */
  function isExpected(list: string, viewer: Viewer, kind: PostKind) {
    if (list === 'user' && kind.startsWith('by ')) return false
    // No list shows archived posts. A viewer who filters the species of the author's pet sees none of these posts.
    if (isArchivedOrHidden(kind) || viewer === 'filterer') return false
    if (list === 'saves' && !isSignedIn(viewer)) return false
    // Hiding applies to feed, Explore and search, but not to profiles, tags and saved posts.
    if (viewer === 'hider' && ['feed', 'explore', 'search'].includes(list)) return false
    // Explore shows the newest public post of each author, but not to the author.
    if (list === 'explore') return kind === 'open' && viewer !== 'author' && maySeePost(viewer, kind)
    if (list === 'feed' && viewer !== 'author' && !followers.includes(viewer)) return false
    return maySeePost(viewer, kind)
  }
})

describe('search', () => {
  it('finds only users, pets and tags that the viewer may see', async () => {
    const fresh = await createMatrixWorld(server)
    const { people, goneAuthor, suspendedAuthor, pet, tag } = fresh
    for (const kind of postKinds) await fresh.post(kind)
    for (const viewer of viewers) {
      const caller = viewer === 'visitor' ? null : people[viewer]
      const search = async (q: string, type: string) =>
        (await server.call<SearchPage>(caller, 'GET', `/api/search?type=${type}&limit=50&q=${q}`)).body.hits
      const ids = async (q: string, type: string) => (await search(q, type)).map(({ id }) => id)
      const found = (id: string) => (isBlockedPair(viewer) ? [] : [id])
      expect(await ids(people.author.username, 'user')).toEqual(found(people.author.id))
      for (const { username, id } of [goneAuthor, suspendedAuthor])
        expect(await ids(username, 'user')).not.toContain(id)
      const isLimitedFound = (await ids(people.limited.username, 'user')).includes(people.limited.id)
      expect({ viewer, isLimitedFound }).toEqual({
        viewer,
        isLimitedFound: viewer === 'follower' || viewer === 'limited',
      })
      expect(await ids(`Pip ${people.author.username}`, 'pet')).toEqual(viewer === 'filterer' ? [] : found(pet))
      expect(await ids(people.author.email, 'user')).toEqual([])
      const visibleCount = postKinds.filter((kind) => maySeePost(viewer, kind) && !isArchivedOrHidden(kind)).length
      const expectedTags = visibleCount === 0 || viewer === 'filterer' ? [] : [{ id: tag, postCount: visibleCount }]
      expect((await search(tag, 'tag')).map(({ id, postCount }) => ({ id, postCount }))).toEqual(expectedTags)
    }
  })
})
