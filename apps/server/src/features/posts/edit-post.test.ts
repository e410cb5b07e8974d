import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { getPostEdits, type Post, type PostEdit } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPhoto, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { drawnScene, quarteredPhoto } from '#testing/photos/images.ts'
import { fetchFile, fetchFileStatus, listRenditionFiles, narrowestSrc, readyPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
type Edits = { edits: PostEdit[]; pets: { id: string }[]; cursor: string | null }
const edit = (viewer: TestUser | null, post: { id: string }, body: unknown) =>
  server.call<Post>(viewer, 'PATCH', `/api/posts/${post.id}`, body)
const history = (viewer: TestUser | null, post: { id: string }, query = '') =>
  server.call<Edits>(viewer, 'GET', `/api/posts/${post.id}/edits${query}`)
const isDeleted = async (id: string | undefined) =>
  (
    await server.deps.database.row<{ gone: boolean }>(sql`
    select deleted_at is not null as gone from photos where id = ${id ?? ''}`)
  )?.gone
const ids = (post: Post) => post.photos.map(({ id }) => id)

async function createPostWithOnePhoto() {
  const author = await aUser(server)
  const photo = await readyPhoto(server, author, await drawnScene(400, 300).jpeg().toBuffer())
  const post = (await server.call<Post>(author, 'POST', '/api/posts', { photos: [{ id: photo.id }] })).body
  return { author, photo, post }
}

/** Starts an edit, and blocks its first write to the storage until the test calls `release`. */
async function holdFirstRendering<T>(startEdit: () => Promise<T>) {
  const { storage } = server.deps
  const { put } = storage
  const [writeReached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  storage.put = async (name, content) => {
    storage.put = put
    writeReached.resolve()
    await released.promise
    return put(name, content)
  }
  const pending = startEdit()
  await writeReached.promise
  return { pending, release: () => released.resolve() }
}

describe('photos of a post', () => {
  it('can be added, removed and reordered, and lose their files when removed', async () => {
    const author = await aUser(server)
    const keptPhoto = await readyPhoto(server, author, await drawnScene(200, 150).jpeg().toBuffer())
    const removed = await readyPhoto(server, author, await drawnScene(300, 200).jpeg().toBuffer())
    const photos = [{ id: keptPhoto.id, alt: 'kept' }, { id: removed.id }]
    const post = (await server.call<Post>(author, 'POST', '/api/posts', { photos })).body
    const added = await readyPhoto(server, author, await drawnScene(250, 200).jpeg().toBuffer())
    const changed = await edit(author, post, { photos: [{ id: added.id, alt: 'new' }, { id: keptPhoto.id }] })
    expect(changed.status).toBe(200)
    expect(changed.body.photos).toMatchObject([
      { id: added.id, alt: 'new' },
      { id: keptPhoto.id, alt: 'kept' },
    ])
    expect(await fetchFileStatus(server, narrowestSrc(removed))).toBe(410)
    expect(await fetchFileStatus(server, narrowestSrc(added))).toBe(200)
    await server.runJobs()
    expect(await listRenditionFiles(server, narrowestSrc(removed))).toEqual([])
    expect((await listRenditionFiles(server, narrowestSrc(added))).length).toBeGreaterThan(0)
  })

  it('are refused: 404 if in use or another user’s, 503 if not ready, 400 if duplicate or not 1 to 10', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const [post, elsewhere] = [await aPost(server, author), await aPost(server, author)]
    const [ownPhoto] = ids(post)
    const statusOfEdit = async (photos: unknown) => (await edit(author, post, { photos })).status
    expect(await statusOfEdit([{ id: ownPhoto }, { id: await aPhoto(server, other) }])).toBe(404)
    expect(await statusOfEdit([{ id: ownPhoto }, { id: ids(elsewhere)[0] }])).toBe(404)
    expect(await statusOfEdit([{ id: ownPhoto }, { id: await aPhoto(server, author, { state: 'processing' }) }])).toBe(
      503,
    )
    expect(await statusOfEdit([{ id: ownPhoto }, { id: ownPhoto }])).toBe(400)
    expect(await statusOfEdit([])).toBe(400)
    expect(await statusOfEdit(Array.from({ length: 11 }, () => ({ id: ownPhoto })))).toBe(400)
    expect((await server.call<Post>(author, 'GET', `/api/posts/${post.id}`)).body).toEqual(post)
    expect((await history(author, post)).body.edits).toEqual([])
    expect(await isDeleted(ownPhoto)).toBe(false)
  })

  it('no longer delay the post when an edit removes the only photo that is not ready', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author, { photoStates: ['ready', 'processing'] })
    const changed = await edit(author, post, { photos: [{ id: ids(post)[0] }] })
    expect(changed.body.isReady).toBe(true)
    expect((await server.call(null, 'GET', `/api/posts/${post.id}`)).status).toBe(200)
  })

  it('get new files under a new URL when cropped or rotated, while their originals do not change', async () => {
    const author = await aUser(server)
    const photo = await readyPhoto(server, author, await quarteredPhoto(1600, 1200).jpeg().toBuffer())
    const post = (await server.call<Post>(author, 'POST', '/api/posts', { photos: [{ id: photo.id }] })).body
    const original = async () => (await fetchFile(server, `/api/photos/${photo.id}/original`, author.cookie)).rawPayload
    const before = await original()
    const cut = { crop: { x: 0.5, y: 0, width: 0.5, height: 0.25 }, rotate: 90 }
    const changed = await edit(author, post, { photos: [{ id: photo.id, cut }] })
    expect(changed.body.photos).toMatchObject([{ width: 600, height: 400, state: 'ready' }])
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(404)
    expect(await listRenditionFiles(server, narrowestSrc(photo))).toEqual([])
    expect(await Promise.all(changed.body.photos.map((shown) => fetchFileStatus(server, narrowestSrc(shown))))).toEqual(
      [200],
    )
    expect((await original()).equals(before)).toBe(true)
    expect((await history(author, post)).body.edits).toMatchObject([
      { before: { photos: [{ crop: null, rotate: 0 }] }, after: { photos: [{ ...cut }] } },
    ])
    const files = (await listRenditionFiles(server, '')).length
    expect((await edit(author, post, { photos: [{ id: photo.id, cut }] })).status).toBe(200)
    expect((await history(author, post)).body.edits).toHaveLength(1)
    // The server refuses this edit after it has rendered the photo, and must then delete the rendered files.
    const undone = { crop: null, rotate: 0 }
    expect((await edit(author, post, { photos: [{ id: photo.id, cut: undone }], seen: null })).status).toBe(409)
    expect((await listRenditionFiles(server, '')).length).toBe(files)
  })

  it('take their rotation from a post edit that is stored after a parallel PATCH /api/photos/:id', async () => {
    const { author, photo, post } = await createPostWithOnePhoto()
    const { pending, release } = await holdFirstRendering(() =>
      edit(author, post, { photos: [{ id: photo.id, cut: { crop: null, rotate: 90 } }] }),
    )
    const rotated = await server.call(author, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 180 })
    release()
    expect([rotated.status, (await pending).status]).toEqual([200, 200])
    const shown = await server.call<OwnPhoto>(author, 'GET', `/api/photos/${photo.id}`)
    expect(shown.body).toMatchObject({ rotate: 90, width: 300, height: 400 })
    expect(await fetchFileStatus(server, narrowestSrc(shown.body))).toBe(200)
  })

  it('take their rotation from a PATCH /api/photos/:id that is stored after a parallel post edit', async () => {
    const { author, photo, post } = await createPostWithOnePhoto()
    const { pending, release } = await holdFirstRendering(() =>
      server.call<OwnPhoto>(author, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 180 }),
    )
    const cropped = await edit(author, post, { photos: [{ id: photo.id, cut: { crop: null, rotate: 90 } }] })
    release()
    const rotated = await pending
    expect([cropped.status, rotated.status]).toEqual([200, 200])
    expect(rotated.body).toMatchObject({ rotate: 180, width: 400, height: 300 })
    expect(await fetchFileStatus(server, narrowestSrc(rotated.body))).toBe(200)
  })

  it('get one edit-history entry per PATCH /api/photos/:id, even if the `photo-edited` job runs twice', async () => {
    const author = await aUser(server)
    const photo = await readyPhoto(server, author, await drawnScene(400, 300).jpeg().toBuffer())
    const post = (await server.call<Post>(author, 'POST', '/api/posts', { photos: [{ id: photo.id }] })).body
    const rotated = await server.call<OwnPhoto>(author, 'PATCH', `/api/photos/${photo.id}`, { crop: null, rotate: 90 })
    expect(rotated.status).toBe(200)
    expect(await fetchFileStatus(server, narrowestSrc(photo))).toBe(404)
    await server.runJobs()
    const { edits } = (await history(author, post)).body
    expect(edits).toMatchObject([{ before: { photos: [{ rotate: 0 }] }, after: { photos: [{ rotate: 90 }] } }])
    const [row] = await server.deps.database.rows<{ id: string }>(sql`
      select id from post_edits where post_id = ${post.id}`)
    const job = { photo: photo.id, id: row?.id ?? '', crop: null, rotate: 0 }
    await server.deps.jobs.send(server.deps.database, 'photo-edited', job)
    await server.runJobs()
    expect((await history(author, post)).body.edits).toEqual(edits)
  })
})

describe('GET /api/posts/:id/edits', () => {
  it('returns the post before and after each change, last edit first, in pages', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author], 'Biscuit')
    await server.deps.database.rows(sql`update pets set birthday = '2020-02-29' where id = ${pet}`)
    const post = await aPost(server, author, { caption: 'one', place: 'Nairobi' })
    for (const change of [
      { caption: 'two' },
      { caption: 'two' },
      { audience: 'followers', replies: 'nobody' },
      { pets: [pet], place: '' },
    ]) {
      server.clock.advance(60_000)
      expect((await edit(author, post, change)).status).toBe(200)
    }
    const { body } = await history(author, post)
    v.parse(getPostEdits.output, body)
    expect(
      body.edits.map(({ before, after }) => [before.caption, before.audience, after.caption, after.audience]),
    ).toEqual([
      ['two', 'followers', 'two', 'followers'],
      ['two', 'everyone', 'two', 'followers'],
      ['one', 'everyone', 'two', 'everyone'],
    ])
    expect(body.edits[0]).toMatchObject({ before: { pets: [], place: 'Nairobi' }, after: { pets: [pet], place: '' } })
    expect(body.pets).toMatchObject([{ id: pet, birthday: '2020-02-29' }])
    const first = await history(author, post, '?limit=2')
    const second = await history(author, post, `?limit=2&cursor=${first.body.cursor}`)
    expect([...first.body.edits, ...second.body.edits]).toEqual(body.edits)
    expect(second.body.cursor).toBeNull()
  })

  it('returns 401 to visitors, 404 to other users, and 404 to the author once the post is deleted', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await edit(author, post, { caption: 'a secret that was taken back' })
    await edit(author, post, { caption: '' })
    expect((await history(null, post)).status).toBe(401)
    expect((await history(other, post)).status).toBe(404)
    await server.call(author, 'DELETE', `/api/posts/${post.id}`)
    expect((await history(author, post)).status).toBe(404)
    expect(await server.deps.database.rows(sql`select 1 from post_edits where post_id = ${post.id}`)).toEqual([])
  })
})

describe('concurrent PATCH /api/posts/:id', () => {
  it('returns 409 and writes nothing when `seen` is older than the last edit', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author, { caption: 'as it was' })
    const first = await edit(author, post, { caption: 'first', seen: post.editedAt })
    expect(first.status).toBe(200)
    const second = await edit(author, post, { caption: 'second', seen: post.editedAt })
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await edit(author, post, { caption: 'second', seen: first.body.editedAt })).body.caption).toBe('second')
    expect((await history(author, post)).body.edits).toHaveLength(2)
  })

  it('accepts a repeated edit with an outdated `seen`, because the first response may have been lost', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author, { caption: 'as it was' })
    const sent = { caption: 'first', seen: post.editedAt }
    const both = [await edit(author, post, sent), await edit(author, post, sent)]
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await history(author, post)).body.edits).toHaveLength(1)
  })

  it('stores one of two parallel edits, and returns 409 for the other edit', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const both = await Promise.all(
      ['left', 'right'].map((caption) => edit(author, post, { caption, seen: post.editedAt })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await history(author, post)).body.edits).toHaveLength(1)
  })

  it('leaves no orphaned photo and keeps counts correct when edit, archive and delete run in parallel', async () => {
    const author = await aUser(server)
    const pet = await aPet(server, [author])
    for (let round = 0; round < 4; round++) {
      const post = await aPost(server, author, { pets: [pet], photoStates: ['ready', 'ready'] })
      const added = await aPhoto(server, author)
      const replies = await Promise.all([
        edit(author, post, { photos: [{ id: added }, { id: ids(post)[0] }], pets: [] }),
        server.call(author, 'PUT', `/api/posts/${post.id}/archive`),
        server.call(author, 'DELETE', `/api/posts/${post.id}`),
        edit(author, post, { caption: `round ${round}` }),
      ])
      expect(replies.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
      expect(await Promise.all(ids(post).map(isDeleted))).toEqual([true, true])
      const unattached = await server.deps.database.row<{ free: boolean }>(sql`
        select attached_at is null as free from photos where id = ${added}`)
      expect((await isDeleted(added)) || unattached?.free).toBe(true)
    }
    expect(await readCounts(author, pet)).toEqual({ user: 0, pet: 0 })
  })
})

const readCounts = (author: TestUser, pet: string) =>
  server.deps.database.row(sql`
    select u.post_count as user,
      (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as pet
    from users u, pets t
    where u.id = ${author.id} and t.id = ${pet}`)

describe('audience and replies of a post', () => {
  it('can be edited, without making photos of a private account public', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author, { audience: 'close-friends', replies: 'followers' })
    expect(post).toMatchObject({ audience: 'close-friends', replies: 'followers' })
    const isPublic = async () =>
      (
        await server.deps.database.row<{ open: boolean }>(sql`
        select is_public as open from photos where id = ${ids(post)[0]}`)
      )?.open
    expect(await isPublic()).toBe(false)
    expect((await edit(author, post, { audience: 'everyone', replies: 'nobody' })).body).toMatchObject({
      audience: 'everyone',
      replies: 'nobody',
    })
    expect(await isPublic()).toBe(true)
    await server.deps.database.rows(sql`update users set is_private = true where id = ${author.id}`)
    await edit(author, post, { audience: 'followers' })
    await edit(author, post, { audience: 'everyone' })
    expect(await isPublic()).toBe(false)
    expect((await edit(author, post, { audience: 'nobody' })).status).toBe(400)
  })
})
