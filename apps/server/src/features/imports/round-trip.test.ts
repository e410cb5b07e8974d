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

const sourceServer = serverForFile()
const targetServer = serverForFile()

type Json = Record<string, unknown>
const idNames = ['id', 'photoId', 'file', 'slug', 'username']
// Fields that an import cannot restore, because other users wrote them (likes and comments) or the old account did
// (edits).
const fieldsNotRestored = ['likeCount', 'comments', 'edits', 'editedAt']

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([name]) => !idNames.includes(name) && !fieldsNotRestored.includes(name))
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutIds(inner)]))
}

async function createPhoto(account: TestUser, format: 'jpeg' | 'png' | 'webp' | 'gif', width = 340) {
  const { id } = await readyPhoto(sourceServer, account, await drawnScene(width, 255)[format]().toBuffer())
  return { id, alt: `In ${format}` }
}

/** Fills an account with a pet, two pictures and posts of every kind, dated a day apart. Returns a follower. */
async function fillAccount(account: TestUser) {
  const friend = await aUser(sourceServer)
  await givenFollow(sourceServer, friend, account)
  const call = sourceServer.call
  const { body: pet } = await call<Pet>(account, 'POST', '/api/pets', {
    ...{ name: 'Chapati', species: 'dog', breed: 'Mutt', sex: 'male', birthday: '2019-02-03', backdrop: 'dusk' },
    bio: 'Sleeps a lot',
  })
  await call(account, 'PUT', `/api/pets/${pet.id}/portrait`, { photo: (await createPhoto(account, 'jpeg')).id })
  await call(account, 'PUT', `/api/pets/${pet.id}/memorial`, { diedOn: '2026-01-02' })
  await call(account, 'PUT', '/api/profile/image', { photo: (await createPhoto(account, 'png')).id })
  await call(account, 'PATCH', '/api/profile', { bio: 'Of <b>Nairobi</b>' })
  const createPost = async (body: object) => {
    sourceServer.clock.advance(day)
    return (await call<Post>(account, 'POST', '/api/posts', body)).body
  }
  const croppedPhoto = await createPhoto(account, 'jpeg', 500)
  await call(account, 'PATCH', `/api/photos/${croppedPhoto.id}`, {
    crop: { x: 0.1, y: 0, width: 0.5, height: 1 },
    rotate: 90,
  })
  const first = await createPost({
    photos: [await createPhoto(account, 'webp'), croppedPhoto, await createPhoto(account, 'gif')],
    ...{ caption: 'First #dogs\n\u2028of @somebody', place: 'Karura', pets: [pet.id] },
  })
  await createPost({ photos: [await createPhoto(account, 'jpeg')], audience: 'followers', replies: 'nobody' })
  const archived = await createPost({ photos: [await createPhoto(account, 'png')], audience: 'close-friends' })
  await call(account, 'PUT', `/api/posts/${archived.id}/archive`)
  await call(account, 'PUT', `/api/posts/${first.id}/pin`)
  await call(friend, 'PUT', `/api/posts/${first.id}/like`)
  await call(friend, 'POST', `/api/posts/${first.id}/comments`, { text: 'What a dog' })
  return friend
}

async function downloadExportFiles(server: typeof sourceServer, account: TestUser) {
  const { id } = await aReadyExport(server, account)
  const { bytes } = await downloadExport(server, account, id)
  const files = await unzip(bytes)
  const json = <T>(name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as T
  const photos = [...files].filter(([name]) => name.startsWith('photos/')).map(([, content]) => sha256(content))
  return { bytes, json, photos: photos.toSorted() }
}

const countRows = async (server: typeof sourceServer, account: TestUser) =>
  server.deps.database.row<{ users: number; posts: number; photos: number; pets: number }>(sql`
    select (select count(*)::int from users where id = ${account.id}) as users,
      (select count(*)::int from posts where author_id = ${account.id}) as posts,
      (select count(*)::int from photos where owner_id = ${account.id}) as photos,
      (select count(*)::int from pets where name = 'Chapati' and deleted_at is null) as pets`)

it('import restores an erased account from its export, without likes and comments', { timeout: 60_000 }, async () => {
  const { user, browser, form } = await aSudoUser(sourceServer, { username: 'wanjiku' })
  const friend = await fillAccount(user)
  const before = await downloadExportFiles(sourceServer, user)
  expect(await countRows(sourceServer, user)).toEqual({ users: 1, posts: 3, photos: 7, pets: 1 })
  expect((await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })).status).toBe(200)
  expect((await browser.call('DELETE', '/api/account')).status).toBe(202)
  expect((await sourceServer.call(friend, 'GET', `/users/${user.id}`)).status).toBe(404)
  sourceServer.clock.advance(31 * day)
  await eraseExpiredAccounts(createContext(sourceServer.deps, systemCaller))
  await sourceServer.runJobs()
  expect(await countRows(sourceServer, user)).toEqual({ users: 0, posts: 0, photos: 0, pets: 0 })

  targetServer.clock.advance(10 * day)
  const users = await targetServer.deps.database.rows(sql`select id from users`)
  expect(users).toEqual([])
  const other = await aUser(targetServer, { username: 'elsewhere' })
  const follower = await aUser(targetServer)
  await givenFollow(targetServer, follower, other)
  const firstImport = await importArchive(targetServer, other, before.bytes)
  expect(firstImport).toMatchObject({
    state: 'done',
    progress: 100,
    posts: 3,
    pets: 1,
    photos: 7,
    alreadyHere: 0,
    skipped: [],
  })
  expect(firstImport.leftOut).toEqual(expect.arrayContaining(['comments', 'drafts']))

  expect(before.json('pets.json')).toMatchObject([{ diedOn: '2026-01-02', portrait: { sha256: expect.any(String) } }])
  expect(before.json('posts.json')).toMatchObject([
    { pinnedAt: expect.any(String), place: 'Karura' },
    { audience: 'followers' },
    { audience: 'close-friends', archivedAt: expect.any(String) },
  ])
  const after = await downloadExportFiles(targetServer, other)
  for (const name of ['posts.json', 'pets.json'])
    expect(withoutIds(after.json(name))).toEqual(withoutIds(before.json(name)))
  expect(after.photos).toEqual(before.photos)
  expect(after.photos).toHaveLength(7)
  const edits = (archive: typeof after) =>
    archive.json<Json[]>('photos.json').map(({ crop, rotate }) => JSON.stringify({ crop, rotate }))
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

  const postPage = await targetServer.call<{ posts: Post[] }>(follower, 'GET', `/api/users/${other.id}/posts`)
  expect(postPage.body.posts.map(({ caption, pinned }) => [caption.slice(0, 5), pinned])).toEqual([
    ['First', true],
    ['', false],
  ])
  const notices = await targetServer.call<{ notifications: object[] }>(follower, 'GET', '/api/notifications')
  expect(JSON.stringify(notices.body)).not.toContain('elsewhere')

  const secondImport = await importArchive(targetServer, other, before.bytes)
  expect(secondImport).toMatchObject({ state: 'done', posts: 0, pets: 0, photos: 0, alreadyHere: 4, skipped: [] })
  targetServer.clock.advance(day)
  expect(withoutIds((await downloadExportFiles(targetServer, other)).json('posts.json'))).toEqual(
    withoutIds(before.json('posts.json')),
  )
  const newest = v.parse(NewestImport, (await targetServer.call(other, 'GET', '/api/imports')).body)
  expect(newest.import?.id).toBe(secondImport.id)
})

it('import of an export into its own account changes nothing', { timeout: 30_000 }, async () => {
  const account = await aUser(sourceServer)
  await sourceServer.call(account, 'POST', '/api/posts', {
    photos: [await createPhoto(account, 'jpeg')],
    caption: 'Mine',
  })
  const { bytes } = await downloadExportFiles(sourceServer, account)
  expect(await importArchive(sourceServer, account, bytes)).toMatchObject({ posts: 0, alreadyHere: 1, skippedCount: 0 })
})

it('post with 20,000 comments can be exported and imported', { timeout: 120_000 }, async () => {
  const [author, talker] = [await aUser(sourceServer), await aUser(sourceServer)]
  const photos = [await createPhoto(author, 'jpeg', 350)]
  const { body: post } = await sourceServer.call<Post>(author, 'POST', '/api/posts', { photos, caption: 'Much talk' })
  await sourceServer.deps.database.rows(sql`
    insert into comments (id, post_id, author_id, text, created_at)
    select uuidv7(n * interval '1 millisecond'), ${post.id}, ${talker.id}, repeat('dog ', 75),
      ${sourceServer.clock.now()}
    from generate_series(1, 20000) n`)
  const { bytes, json } = await downloadExportFiles(sourceServer, author)
  expect(json<{ comments: Json[] }[]>('posts.json').map(({ comments }) => comments.length)).toEqual([20_000])
  targetServer.clock.advance(sourceServer.clock.now().getTime() - targetServer.clock.now().getTime() + day)
  const other = await aUser(targetServer)
  expect(await importArchive(targetServer, other, bytes)).toMatchObject({
    state: 'done',
    posts: 1,
    photos: 1,
    skipped: [],
  })
  const postPage = await targetServer.call<{ posts: Post[] }>(other, 'GET', `/api/users/${other.id}/posts`)
  expect(postPage.body.posts.map(({ caption }) => caption)).toEqual(['Much talk'])
})
