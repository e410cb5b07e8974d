import { NewestImport } from '@pawtrait/contract/imports.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { eraseExpiredAccounts } from '#features/erasure/erase-account.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aReadyExport, downloadExport, sha256 } from '#testing/exports.ts'
import { aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { importArchive } from '#testing/imports.ts'
import { drawnScene } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { aSudoUser } from '#testing/sudo-user.ts'
import { unzip } from '#testing/unzip.ts'

const here = serverForFile()
const there = serverForFile()

type Json = Record<string, unknown>
const idNames = ['id', 'photoId', 'file', 'slug', 'username']
// Fields that an import cannot restore, because other users wrote them (likes and comments) or the old account did
// (edits).
const elsewhere = ['likeCount', 'comments', 'edits', 'editedAt']

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (value === null || typeof value !== 'object') return value
  const compared = Object.entries(value).filter(([name]) => !idNames.includes(name) && !elsewhere.includes(name))
  return Object.fromEntries(compared.map(([name, inner]) => [name, withoutIds(inner)]))
}

async function photo(account: TestUser, format: 'jpeg' | 'png' | 'webp' | 'gif', width = 340) {
  const { id } = await readyPhoto(here, account, await drawnScene(width, 255)[format]().toBuffer())
  return { id, alt: `In ${format}` }
}

/** Fills an account with a pet, two pictures and posts of every kind, dated a day apart. Returns a follower. */
async function fillAccount(account: TestUser) {
  const friend = await aUser(here)
  await givenFollow(here, friend, account)
  const call = here.call
  const { body: pet } = await call<Pet>(account, 'POST', '/api/pets', {
    ...{ name: 'Chapati', species: 'dog', breed: 'Mutt', sex: 'male', birthday: '2019-02-03', backdrop: 'dusk' },
    bio: 'Sleeps a lot',
  })
  await call(account, 'PUT', `/api/pets/${pet.id}/portrait`, { photo: (await photo(account, 'jpeg')).id })
  await call(account, 'PUT', `/api/pets/${pet.id}/memorial`, { diedOn: '2026-01-02' })
  await call(account, 'PUT', '/api/profile/image', { photo: (await photo(account, 'png')).id })
  await call(account, 'PATCH', '/api/profile', { bio: 'Of <b>Nairobi</b>' })
  const post = async (body: object) => {
    here.clock.advance(day)
    return (await call<Post>(account, 'POST', '/api/posts', body)).body
  }
  const cut = await photo(account, 'jpeg', 500)
  await call(account, 'PATCH', `/api/photos/${cut.id}`, { crop: { x: 0.1, y: 0, width: 0.5, height: 1 }, rotate: 90 })
  const first = await post({
    photos: [await photo(account, 'webp'), cut, await photo(account, 'gif')],
    ...{ caption: 'First #dogs\n\u2028of @somebody', place: 'Karura', pets: [pet.id] },
  })
  await post({ photos: [await photo(account, 'jpeg')], audience: 'followers', replies: 'nobody' })
  const archived = await post({ photos: [await photo(account, 'png')], audience: 'close-friends' })
  await call(account, 'PUT', `/api/posts/${archived.id}/archive`)
  await call(account, 'PUT', `/api/posts/${first.id}/pin`)
  await call(friend, 'PUT', `/api/posts/${first.id}/like`)
  await call(friend, 'POST', `/api/posts/${first.id}/comments`, { text: 'What a dog' })
  return friend
}

async function exported(server: typeof here, account: TestUser) {
  const { id } = await aReadyExport(server, account)
  const { bytes } = await downloadExport(server, account, id)
  const files = await unzip(bytes)
  const json = <T>(name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as T
  const photos = [...files].filter(([name]) => name.startsWith('photos/')).map(([, content]) => sha256(content))
  return { bytes, json, photos: photos.toSorted() }
}

const rowCounts = async (server: typeof here, account: TestUser) =>
  server.deps.database.row<{ users: number; posts: number; photos: number; pets: number }>(sql`
    select (select count(*)::int from users where id = ${account.id}) as users,
      (select count(*)::int from posts where author_id = ${account.id}) as posts,
      (select count(*)::int from photos where owner_id = ${account.id}) as photos,
      (select count(*)::int from pets where name = 'Chapati' and deleted_at is null) as pets`)

it('import restores an erased account from its export, without likes and comments', { timeout: 60_000 }, async () => {
  const { user, browser, form } = await aSudoUser(here, { username: 'wanjiku' })
  const friend = await fillAccount(user)
  const before = await exported(here, user)
  expect(await rowCounts(here, user)).toEqual({ users: 1, posts: 3, photos: 7, pets: 1 })
  expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(200)
  expect((await browser.call('DELETE', '/api/account')).status).toBe(202)
  expect((await here.call(friend, 'GET', `/users/${user.id}`)).status).toBe(404)
  here.clock.advance(31 * day)
  await eraseExpiredAccounts(createContext(here.deps, systemCaller))
  await here.runJobs()
  expect(await rowCounts(here, user)).toEqual({ users: 0, posts: 0, photos: 0, pets: 0 })

  there.clock.advance(10 * day)
  const users = await there.deps.database.rows(sql`select id from users`)
  expect(users).toEqual([])
  const other = await aUser(there, { username: 'elsewhere' })
  const follower = await aUser(there)
  await givenFollow(there, follower, other)
  const done = await importArchive(there, other, before.bytes)
  expect(done).toMatchObject({
    state: 'done',
    progress: 100,
    posts: 3,
    pets: 1,
    photos: 7,
    alreadyHere: 0,
    skipped: [],
  })
  expect(done.leftOut).toEqual(expect.arrayContaining(['comments', 'drafts']))

  expect(before.json('pets.json')).toMatchObject([{ diedOn: '2026-01-02', portrait: { sha256: expect.any(String) } }])
  expect(before.json('posts.json')).toMatchObject([
    { pinnedAt: expect.any(String), place: 'Karura' },
    { audience: 'followers' },
    { audience: 'close-friends', archivedAt: expect.any(String) },
  ])
  const after = await exported(there, other)
  for (const name of ['posts.json', 'pets.json'])
    expect(withoutIds(after.json(name))).toEqual(withoutIds(before.json(name)))
  expect(after.photos).toEqual(before.photos)
  expect(after.photos).toHaveLength(7)
  const edits = (of: typeof after) =>
    of.json<Json[]>('photos.json').map(({ crop, rotate }) => JSON.stringify({ crop, rotate }))
  expect(edits(after).toSorted()).toEqual(edits(before).toSorted())
  expect(after.json<Json>('account.json')).toMatchObject({
    bio: 'Of <b>Nairobi</b>',
    picture: { sha256: expect.any(String) },
  })
  expect(after.json<Json[]>('posts.json').map(({ likeCount, comments }) => [likeCount, comments])).toEqual([
    ...[
      [0, []],
      [0, []],
      [0, []],
    ],
  ])

  const wall = await there.call<{ posts: Post[] }>(follower, 'GET', `/api/users/${other.id}/posts`)
  expect(wall.body.posts.map(({ caption, pinned }) => [caption.slice(0, 5), pinned])).toEqual([
    ['First', true],
    ['', false],
  ])
  const notices = await there.call<{ notifications: object[] }>(follower, 'GET', '/api/notifications')
  expect(JSON.stringify(notices.body)).not.toContain('elsewhere')

  const again = await importArchive(there, other, before.bytes)
  expect(again).toMatchObject({ state: 'done', posts: 0, pets: 0, photos: 0, alreadyHere: 4, skipped: [] })
  there.clock.advance(day)
  expect(withoutIds((await exported(there, other)).json('posts.json'))).toEqual(withoutIds(before.json('posts.json')))
  const newest = v.parse(NewestImport, (await there.call(other, 'GET', '/api/imports')).body)
  expect(newest.import?.id).toBe(again.id)
})

it('import of an export into its own account changes nothing', { timeout: 30_000 }, async () => {
  const account = await aUser(here)
  await here.call(account, 'POST', '/api/posts', { photos: [await photo(account, 'jpeg')], caption: 'Mine' })
  const { bytes } = await exported(here, account)
  expect(await importArchive(here, account, bytes)).toMatchObject({ posts: 0, alreadyHere: 1, skippedCount: 0 })
})

it('post with 20,000 comments can be exported and imported', { timeout: 120_000 }, async () => {
  const [author, talker] = [await aUser(here), await aUser(here)]
  const photos = [await photo(author, 'jpeg', 350)]
  const { body: post } = await here.call<Post>(author, 'POST', '/api/posts', { photos, caption: 'Much talk' })
  await here.deps.database.rows(sql`
    insert into comments (id, post_id, author_id, text, created_at)
    select uuidv7(n * interval '1 millisecond'), ${post.id}, ${talker.id}, repeat('dog ', 75), ${here.clock.now()}
    from generate_series(1, 20000) n`)
  const { bytes, json } = await exported(here, author)
  expect(json<{ comments: Json[] }[]>('posts.json').map(({ comments }) => comments.length)).toEqual([20_000])
  there.clock.advance(here.clock.now().getTime() - there.clock.now().getTime() + day)
  const other = await aUser(there)
  expect(await importArchive(there, other, bytes)).toMatchObject({ state: 'done', posts: 1, photos: 1, skipped: [] })
  const wall = await there.call<{ posts: Post[] }>(other, 'GET', `/api/users/${other.id}/posts`)
  expect(wall.body.posts.map(({ caption }) => caption)).toEqual(['Much talk'])
})
