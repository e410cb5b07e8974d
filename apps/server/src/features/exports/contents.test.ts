import type { Comment } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aReadyExport, aStoredPhoto, downloadExport, selectOriginalName, sha256 } from '#testing/exports.ts'
import { aPet, aPost, aUser, givenBlock, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { unzip } from '#testing/unzip.ts'

const server = serverForFile()
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>\u2028next & last`
const formula = '=1+1'

type Json = Record<string, unknown>

let owner: TestUser
let friend: TestUser
let enemy: TestUser
let post: Post
let friendPost: Post
let photos: Awaited<ReturnType<typeof aStoredPhoto>>[]
let comments: { status: number }[]
let files: Map<string, Buffer>
const text = (name: string) => files.get(name)?.toString() ?? `no ${name}`
const json = <T = Json[]>(name: string) => JSON.parse(text(name)) as T

const getPostAddress = ({ id }: Post) => `${server.deps.config.publicUrl}/posts/${id}`

const writeComment = (by: TestUser, text: string) =>
  server.call<Comment>(by, 'POST', `/api/posts/${post.id}/comments`, { text })

beforeAll(async () => {
  owner = await aUser(server, { username: 'wanjiku', fullname: 'Wanjiku <b> Mwangi' })
  ;[friend, enemy] = [await aUser(server, { username: 'friend' }), await aUser(server, { username: 'enemy' })]
  await server.deps.database.rows(sql`update users set zip_hash = '$argon2id$secret' where id = ${owner.id}`)
  await givenFollow(server, friend, owner)
  await givenFollow(server, owner, friend)
  const pet = await aPet(server, [owner], 'Chapati')
  photos = [await aStoredPhoto(server, owner, 3000), await aStoredPhoto(server, owner, 70_000)]
  const response = await server.call<Post>(owner, 'POST', '/api/posts', {
    photos: photos.map(({ id }, at) => ({ id, alt: at === 0 ? hostile : 'A dog' })),
    caption: hostile,
    audience: 'followers',
    pets: [pet],
  })
  post = response.body
  await givenFollow(server, enemy, owner)
  comments = [await writeComment(friend, 'What a dog'), await writeComment(enemy, 'An enemy was here')]
  await server.call(owner, 'PUT', `/api/posts/${post.id}/like`)
  await givenBlock(server, owner, enemy)
  await server.deps.database.rows(sql`
    insert into follow_requests (follower_id, followee_id, created_at, declined_at)
    values (${(await aUser(server, { username: 'declined' })).id}, ${owner.id}, now(), now())`)
  await server.deps.database.rows(sql`
    insert into collections (id, user_id, name, created_at)
    values (gen_random_uuid(), ${owner.id}, ${formula}, now())`)
  friendPost = await aPost(server, friend, { caption: `A cat ${'🐈'.repeat(90)}` })
  const hiddenPost = await aPost(server, friend, { caption: 'Not for everyone' })
  await server.call(owner, 'PUT', `/api/posts/${hiddenPost.id}/like`)
  await server.deps.database.rows(sql`update posts set audience = 'close-friends' where id = ${hiddenPost.id}`)
  await server.call(owner, 'PUT', `/api/posts/${post.id}/save`)
  await server.call(owner, 'POST', `/api/posts/${friendPost.id}/comments`, { text: 'Such a cat' })
  const draftPhoto = await aStoredPhoto(server, owner, 500)
  await server.call(owner, 'POST', '/api/drafts', {
    photos: [{ id: draftPhoto.id, alt: 'Half' }],
    caption: 'Half a post',
  })
  photos.push(draftPhoto)
  await server.deps.database.rows(sql`update pets set birthday = '2020-05-01', gotcha_day = '2020-07-02'`)
  await server.runJobs()
  const { id } = await aReadyExport(server, owner)
  files = await unzip((await downloadExport(server, owner, id)).bytes)
})

describe('export ZIP', () => {
  it('contains the original photos byte for byte', async () => {
    const photoRows = json('photos.json')
    expect(photoRows).toHaveLength(3)
    for (const { id, content } of photos) {
      expect(files.get(`photos/${id}.jpg`)?.equals(content)).toBe(true)
      const row = photoRows.find(({ photoId }) => photoId === id)
      expect(row).toMatchObject({ file: `photos/${id}.jpg`, sha256: sha256(content), sizeBytes: content.length })
    }
    expect([...files.keys()].filter((name) => name.startsWith('photos/'))).toHaveLength(3)
  })

  it('contains the account data, with the word "set" in place of the zip code', () => {
    expect(json<Json>('account.json')).toMatchObject({ username: 'wanjiku', email: owner.email, zipCode: 'set' })
  })

  it('contains posts, pets and notifications, and each like, save and comment with its post’s author', () => {
    expect(json('posts.json')).toMatchObject([
      {
        id: post.id,
        caption: hostile,
        audience: 'followers',
        likeCount: 1,
        photos: [
          { photoId: photos[0]?.id, alt: hostile, sha256: sha256(photos[0]?.content ?? Buffer.alloc(0)) },
          { photoId: photos[1]?.id, alt: 'A dog' },
        ],
        pets: [{ name: 'Chapati' }],
        comments: [{ author: 'friend', text: 'What a dog' }],
      },
    ])
    expect(json('pets.json')).toMatchObject([{ name: 'Chapati', role: 'owner', people: [{ username: 'wanjiku' }] }])
    const postFields = { author: 'wanjiku', caption: hostile, address: getPostAddress(post) }
    expect(json('likes.json')).toMatchObject([postFields, { author: null, caption: null, address: null }])
    expect(json('saves.json')).toMatchObject([postFields])
    expect(json('comments.json')).toMatchObject([
      {
        text: 'Such a cat',
        postAuthor: 'friend',
        postCaption: `A cat ${'🐈'.repeat(90)}`,
        address: getPostAddress(friendPost),
      },
    ])
    const notifications = json<{ type: string; actors: string[] }[]>('notifications.json')
    expect(notifications.find(({ type }) => type === 'comment')?.actors).toEqual(['friend'])
  })

  it('contains lists as JSON files, and follows, likes and payments also as CSV files', () => {
    expect(json('follows.json')).toMatchObject([
      { direction: 'follower', username: 'friend' },
      { direction: 'following', username: 'friend' },
    ])
    expect(text('follows.csv')).toMatch(/^"direction","username","createdAt"\r\n"follow(er|ing)","friend",/)
    expect(text('likes.csv').split('\r\n')).toHaveLength(4)
    expect(files.has('payments.csv')).toBe(true)
    expect(json('collections.json')).toMatchObject([{ name: formula }])
  })

  it('contains no hash of the zip code, no e-mail address of other users, and no content of blocked users', () => {
    expect(comments.map(({ status }) => status)).toEqual([201, 201])
    const all = [...files].flatMap(([name, bytes]) => (name.startsWith('photos/') ? [] : bytes.toString())).join('\n')
    for (const secret of [
      'An enemy was here',
      friend.email,
      enemy.email,
      'argon2',
      owner.cookie,
      friend.id,
      'declined',
    ])
      expect(all).not.toContain(secret)
    expect(all.replaceAll(text('blocks.json'), '')).not.toContain('enemy')
    expect(json('blocks.json')).toMatchObject([{ username: 'enemy' }])
  })

  it('has an index.html that shows all photos, escapes text and runs no script', () => {
    const page = text('index.html')
    expect(page).not.toMatch(/<script|<img src=x|<b> Mwangi|https?:\/\/(?!localhost)/)
    expect(page).toContain('Wanjiku &lt;b&gt; Mwangi')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')
    for (const { id } of photos) expect(page).toContain(`src="photos/${id}.jpg"`)
    expect(page).toContain('<b>@friend</b> What a dog')
    const linkTargets = [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, target = '']) => target)
    const externalLinks = new Set(linkTargets.filter((target) => !files.has(target)))
    expect(externalLinks).toEqual(new Set([getPostAddress(friendPost), getPostAddress(post)]))
  })

  it('has an index.html that shows drafts, likes, saves, follows and pet days, and no empty lists', () => {
    const page = text('index.html')
    for (const pageText of [
      'birthday 2020-05-01, gotcha day 2020-07-02',
      'Half a post',
      'Such a cat',
      `a post of @friend</a>: “A cat ${'🐈'.repeat(37)}…”`,
      'a post you can’t see any more',
      'You follow @friend',
      'Followed by @friend',
      'href="likes.csv"',
    ])
      expect(page).toContain(pageText)
    expect(page).not.toContain('Not for everyone')
    expect(page).not.toContain('payments.json')
    expect(files.has('payments.json')).toBe(true)
  })
})

it('export ZIP lists a photo missing in the storage as `file: null`, and as missing in index.html', async () => {
  const user = await aUser(server)
  const { id } = await aStoredPhoto(server, user)
  await server.call(user, 'POST', '/api/posts', { photos: [{ id }] })
  await server.deps.storage.delete([`${await selectOriginalName(server, id)}.jpg`])
  const newExport = await aReadyExport(server, user)
  const zipFiles = await unzip((await downloadExport(server, user, newExport.id)).bytes)
  expect(JSON.parse(zipFiles.get('photos.json')?.toString() ?? '')).toMatchObject([
    { photoId: id, file: null, sizeBytes: null, sha256: null },
  ])
  expect(zipFiles.get('index.html')?.toString()).toContain('This photo is not in the copy.')
})

it('export ZIP of a user without data contains empty lists', async () => {
  const user = await aUser(server)
  const newExport = await aReadyExport(server, user)
  const zipFiles = await unzip((await downloadExport(server, user, newExport.id)).bytes)
  expect(JSON.parse(zipFiles.get('posts.json')?.toString() ?? '')).toEqual([])
  expect(zipFiles.get('likes.csv')?.toString()).toBe('')
})
