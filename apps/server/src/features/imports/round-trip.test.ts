import { NewestImport } from '@pawtrait/contract/imports.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { eraseDue } from '#features/erasure/erase-account.ts'
import { contextOf, system } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aReadyExport, download, sha256 } from '#testing/exports.ts'
import { aUser, givenFollow, type TestUser } from '#testing/given.ts'
import { broughtIn } from '#testing/imports.ts'
import { aLeaver } from '#testing/leaver.ts'
import { scene } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { unzip } from '#testing/unzip.ts'

const here = serverForFile()
const there = serverForFile()

type Json = Record<string, unknown>
const idNames = ['id', 'photoId', 'file', 'slug', 'username']
// Others' likes and comments stay where they were said, and an edit is none of the new account's.
const elsewhere = ['likeCount', 'comments', 'edits', 'editedAt']

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([name]) => !idNames.includes(name) && !elsewhere.includes(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutIds(inner)]))
}

async function photo(who: TestUser, format: 'jpeg' | 'png' | 'webp' | 'gif', width = 340) {
  const { id } = await readyPhoto(here, who, await scene(width, 255)[format]().toBuffer())
  return { id, alt: `In ${format}` }
}

/** Somebody with a pet, two pictures and posts of every kind, a day apart. */
async function filled(who: TestUser) {
  const friend = await aUser(here)
  await givenFollow(here, friend, who)
  const call = here.call
  const { body: pet } = await call<Pet>(who, 'POST', '/api/pets', {
    ...{ name: 'Chapati', species: 'dog', breed: 'Mutt', sex: 'male', birthday: '2019-02-03', backdrop: 'dusk' },
    bio: 'Sleeps a lot',
  })
  await call(who, 'PUT', `/api/pets/${pet.id}/portrait`, { photo: (await photo(who, 'jpeg')).id })
  await call(who, 'PUT', `/api/pets/${pet.id}/memorial`, { diedOn: '2026-01-02' })
  await call(who, 'PUT', '/api/profile/image', { photo: (await photo(who, 'png')).id })
  await call(who, 'PATCH', '/api/profile', { bio: 'Of <b>Nairobi</b>' })
  const post = async (body: object) => {
    here.clock.advance(day)
    return (await call<Post>(who, 'POST', '/api/posts', body)).body
  }
  const cut = await photo(who, 'jpeg', 500)
  await call(who, 'PATCH', `/api/photos/${cut.id}`, { crop: { x: 0.1, y: 0, width: 0.5, height: 1 }, rotate: 90 })
  const first = await post({
    photos: [await photo(who, 'webp'), cut, await photo(who, 'gif')],
    ...{ caption: 'First #dogs\n\u2028of @somebody', place: 'Karura', pets: [pet.id] },
  })
  await post({ photos: [await photo(who, 'jpeg')], audience: 'followers', replies: 'nobody' })
  const archived = await post({ photos: [await photo(who, 'png')], audience: 'close-friends' })
  await call(who, 'PUT', `/api/posts/${archived.id}/archive`)
  await call(who, 'PUT', `/api/posts/${first.id}/pin`)
  await call(friend, 'PUT', `/api/posts/${first.id}/like`)
  await call(friend, 'POST', `/api/posts/${first.id}/comments`, { text: 'What a dog' })
  return friend
}

async function exported(server: typeof here, who: TestUser) {
  const { id } = await aReadyExport(server, who)
  const { bytes } = await download(server, who, id)
  const files = await unzip(bytes)
  const json = <T>(name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as T
  const photos = [...files].filter(([name]) => name.startsWith('photos/')).map(([, content]) => sha256(content))
  return { bytes, json, photos: photos.toSorted() }
}

const ofThem = async (server: typeof here, who: TestUser) =>
  server.deps.database.row<{ users: number; posts: number; photos: number; pets: number }>(sql`
    select (select count(*)::int from users where id = ${who.id}) as users,
      (select count(*)::int from posts where author_id = ${who.id}) as posts,
      (select count(*)::int from photos where owner_id = ${who.id}) as photos,
      (select count(*)::int from pets where name = 'Chapati' and deleted_at is null) as pets`)

it('is the same account elsewhere, but for what others did, when the first is gone', { timeout: 60_000 }, async () => {
  const { user, browser, form } = await aLeaver(here, { username: 'wanjiku' })
  const friend = await filled(user)
  const before = await exported(here, user)
  expect(await ofThem(here, user)).toEqual({ users: 1, posts: 3, photos: 7, pets: 1 })
  expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(200)
  expect((await browser.call('DELETE', '/api/account')).status).toBe(202)
  expect((await here.call(friend, 'GET', `/users/${user.id}`)).status).toBe(404)
  here.clock.advance(31 * day)
  await eraseDue(contextOf(here.deps, system))
  await here.runJobs()
  expect(await ofThem(here, user)).toEqual({ users: 0, posts: 0, photos: 0, pets: 0 })

  there.clock.advance(10 * day)
  const users = await there.deps.database.rows(sql`select id from users`)
  expect(users).toEqual([])
  const other = await aUser(there, { username: 'elsewhere' })
  const follower = await aUser(there)
  await givenFollow(there, follower, other)
  const done = await broughtIn(there, other, before.bytes)
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

  const again = await broughtIn(there, other, before.bytes)
  expect(again).toMatchObject({ state: 'done', posts: 0, pets: 0, photos: 0, alreadyHere: 4, skipped: [] })
  there.clock.advance(day)
  expect(withoutIds((await exported(there, other)).json('posts.json'))).toEqual(withoutIds(before.json('posts.json')))
  const newest = v.parse(NewestImport, (await there.call(other, 'GET', '/api/imports')).body)
  expect(newest.import?.id).toBe(again.id)
})

it('of one’s own, into the account it is of, changes nothing', { timeout: 30_000 }, async () => {
  const who = await aUser(here)
  await here.call(who, 'POST', '/api/posts', { photos: [await photo(who, 'jpeg')], caption: 'Mine' })
  const { bytes } = await exported(here, who)
  expect(await broughtIn(here, who, bytes)).toMatchObject({ posts: 0, alreadyHere: 1, skippedCount: 0 })
})

it('keeps a post with 20,000 comments through export and import', { timeout: 120_000 }, async () => {
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
  expect(await broughtIn(there, other, bytes)).toMatchObject({ state: 'done', posts: 1, photos: 1, skipped: [] })
  const wall = await there.call<{ posts: Post[] }>(other, 'GET', `/api/users/${other.id}/posts`)
  expect(wall.body.posts.map(({ caption }) => caption)).toEqual(['Much talk'])
})
