import { randomUUID } from 'node:crypto'
import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenFollow, markDeleted, rawPosts, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const get = <T = Post>(who: TestUser | null, url: string) => server.call<T>(who, 'GET', url)
const edit = (who: TestUser | null, post: { id: string }, body: unknown) =>
  server.call<Post>(who, 'PATCH', `/api/posts/${post.id}`, body)
const remove = (who: TestUser | null, post: { id: string }) => server.call(who, 'DELETE', `/api/posts/${post.id}`)

describe('one post', () => {
  it('for followers is seen by its author and by followers; for others it does not exist', async () => {
    const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const post = await aPost(server, author, { audience: 'followers' })
    for (const who of [author, follower]) expect((await get(who, `/api/posts/${post.id}`)).status).toBe(200)
    const made = await get(stranger, `/api/posts/${randomUUID()}`)
    for (const who of [stranger, null]) {
      const { status, body } = await get(who, `/api/posts/${post.id}`)
      expect({ status, body: { ...body, requestId: '' } }).toEqual({
        status: 404,
        body: { ...made.body, requestId: '' },
      })
    }
  })

  it('with photos still processing is seen by its author alone, and by others once all are ready', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { photoStates: ['processing', 'processing'] })
    const settle = async (at: number) => {
      const photo = post.photos[at]?.id ?? ''
      await server.deps.database.rows(sql`update photos set state = 'ready' where id = ${photo}`)
      await server.deps.jobs.send(server.deps.database, 'photo-settled', { photo })
      await server.runJobs()
    }
    expect((await get(author, `/api/posts/${post.id}`)).body.isReady).toBe(false)
    await settle(0)
    expect((await get(other, `/api/posts/${post.id}`)).status).toBe(404)
    await settle(1)
    expect((await get(other, `/api/posts/${post.id}`)).body.isReady).toBe(true)
    await settle(1)
    const counted = await server.deps.database.row(sql`select post_count as n from users where id = ${author.id}`)
    expect(counted).toEqual({ n: 1 })
  })

  it('names only those of its pets that the viewer may see', async () => {
    const [author, keeper] = [await aUser(server), await aUser(server)]
    const [mine, shared] = [await aPet(server, [author], 'Tom'), await aPet(server, [author, keeper], 'Uma')]
    const post = await aPost(server, author, { pets: [mine, shared] })
    const named = async () => (await get(null, `/api/posts/${post.id}`)).body.pets.map(({ name }) => name)
    expect(await named()).toEqual(['Tom', 'Uma'])
    await server.deps.database.rows(sql`delete from pet_people where pet_id = ${shared} and user_id = ${author.id}`)
    expect(await named()).toEqual(['Tom', 'Uma'])
    await markDeleted(server, keeper)
    expect((await get(null, `/api/pets/${shared}`)).status).toBe(404)
    expect(await named()).toEqual(['Tom'])
  })

  it('says 400 to what is not an id', async () => {
    expect((await get(null, '/api/posts/7')).status).toBe(400)
  })
})

describe('editing a post', () => {
  it('changes what is named, moves tags and counters, and shows that words changed', async () => {
    const author = await aUser(server)
    const [rex, tom] = [await aPet(server, [author], 'Rex'), await aPet(server, [author], 'Tom')]
    const post = await aPost(server, author, { caption: '#old days', pets: [rex], photoStates: ['ready', 'ready'] })
    const pets = await edit(author, post, { pets: [tom] })
    expect(pets.body).toMatchObject({ caption: '#old days', pets: [{ id: tom }] })
    expect(pets.body.editedAt).toBe(server.clock.now().toISOString())
    const [one, two] = post.photos.map(({ id }) => id)
    const words = await edit(author, post, { caption: '#new', photos: [{ id: one }, { id: two, alt: 'Tom' }] })
    expect(words.body).toMatchObject({ caption: '#new', photos: [{ alt: '' }, { alt: 'Tom' }] })
    const tagged = async (tag: string) => (await get<PostPage>(null, `/api/tags/${tag}/posts`)).body.posts.length
    expect([await tagged('old'), await tagged('new')]).toEqual([0, 1])
    const counts = await server.deps.database.rows(sql`
      select (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as n from pets t
      where id in (${rex}, ${tom}) order by name`)
    expect(counts).toEqual([{ n: 0 }, { n: 1 }])
  })

  it('moves the photos behind signed addresses with the audience', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const isPublic = () =>
      server.deps.database.row(sql`select is_public as "isPublic" from photos where id = ${post.photos[0]?.id}`)
    expect(await isPublic()).toEqual({ isPublic: true })
    await edit(author, post, { audience: 'followers' })
    expect(await isPublic()).toEqual({ isPublic: false })
  })

  it('is for its author alone', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const [open, closed] = [await aPost(server, author), await aPost(server, author, { audience: 'followers' })]
    expect((await edit(null, open, { caption: 'x' })).status).toBe(401)
    expect(await edit(other, open, { caption: 'x' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(other, closed, { caption: 'x' })).status).toBe(404)
    expect((await get(author, `/api/posts/${open.id}`)).body.caption).toBe('')
  })
})

describe('deleting a post', () => {
  it('hides it at once, puts the counters right, and erases rows and files', async () => {
    const [author, liker] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [author])
    const post = await aPost(server, author, { caption: '#gone', pets: [pet] })
    await server.call(liker, 'PUT', `/api/posts/${post.id}/like`)
    expect((await remove(author, post)).status).toBe(204)
    expect((await get(author, `/api/posts/${post.id}`)).status).toBe(404)
    expect((await remove(author, post)).status).toBe(404)
    const left = () =>
      server.deps.database.row(sql`
        select u.post_count as "user",
          (select coalesce(sum(n.posts), 0)::int from pet_post_counts n where n.pet_id = t.id) as pet,
          (select count(*)::int from posts where id = ${post.id}) as posts,
          (select count(*)::int from likes where post_id = ${post.id}) as likes,
          (select deleted_at is not null from photos where id = ${post.photos[0]?.id}) as "photoGone"
        from users u, pets t where u.id = ${author.id} and t.id = ${pet}`)
    expect(await left()).toEqual({ user: 0, pet: 0, posts: 1, likes: 1, photoGone: true })
    await server.runJobs()
    expect(await left()).toEqual({ user: 0, pet: 0, posts: 0, likes: 0, photoGone: true })
  })

  it('is for its author alone', async () => {
    const [author, other] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    expect((await remove(null, post)).status).toBe(401)
    expect((await remove(other, post)).status).toBe(403)
    expect((await get(null, `/api/posts/${post.id}`)).status).toBe(200)
  })

  it('twice at once takes it off the counter once', async () => {
    const author = await aUser(server)
    const [post] = [await aPost(server, author), await aPost(server, author)]
    await Promise.all([remove(author, post), remove(author, post), remove(author, post)])
    const counted = await server.deps.database.row(sql`select post_count as n from users where id = ${author.id}`)
    expect(counted).toEqual({ n: 1 })
  })
})

describe('lists of posts', () => {
  it('of a user, a pet and a tag come newest first, page by page, without what the viewer may not see', async () => {
    const [author, follower] = [await aUser(server), await aUser(server)]
    await givenFollow(server, follower, author)
    const pet = await aPet(server, [author])
    const tag = `t${author.username}`
    const made: Post[] = []
    for (let n = 0; n < 7; n++)
      made.unshift(
        await aPost(server, author, {
          caption: `#${tag.toUpperCase()} ${n}`,
          pets: [pet],
          audience: n % 3 === 1 ? 'followers' : 'everyone',
        }),
      )
    const open = made.filter(({ audience }) => audience === 'everyone')
    for (const list of [`/api/users/${author.id}/posts`, `/api/pets/${pet}/posts`, `/api/tags/${tag}/posts`]) {
      expect(await pages(follower, list, 2)).toEqual(made.map(({ id }) => id))
      expect(await pages(null, list, 2)).toEqual(open.map(({ id }) => id))
    }
  })

  it('refill a page that rules have emptied', async () => {
    const author = await aUser(server)
    const first = await aPost(server, author)
    for (let n = 0; n < 9; n++) await aPost(server, author, { audience: 'followers' })
    const { body } = await get<PostPage>(null, `/api/users/${author.id}/posts?limit=1`)
    expect(body).toMatchObject({ posts: [{ id: first.id }], cursor: null })
  })

  it('look at no more than 500 posts for a page, and go on behind them', async () => {
    const author = await aUser(server)
    const first = await aPost(server, author)
    const hidden = await rawPosts(server, author, 1_100, { audience: 'followers' })
    const seen: unknown[] = []
    const cursors: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: PostPage } = await get<PostPage>(
        null,
        `/api/users/${author.id}/posts${cursor && `?cursor=${cursor}`}`,
      )
      seen.push(body.posts.map(({ id }) => id))
      cursor = body.cursor
      if (cursor) cursors.push(cursor)
    }
    expect(seen).toEqual([[], [], [first.id]])
    // Where a page ends at what is not for the reader, its cursor tells neither the id nor, by it, the time.
    const bytes = cursors.map((cursor) => cursor + Buffer.from(cursor.slice(2), 'base64url').toString('latin1'))
    expect(bytes.filter((text) => hidden.some((id) => text.includes(id)))).toEqual([])
    const other = `/api/users/${author.id}/posts?cursor=${cursors[0]?.slice(0, -4)}AAAA`
    expect((await get(null, other)).status).toBe(400)
  })

  it('of nobody and of no pet do not exist, of an unknown tag are empty', async () => {
    const gone = await aUser(server)
    await aPost(server, gone)
    await markDeleted(server, gone)
    for (const id of [gone.id, randomUUID()]) expect((await get(null, `/api/users/${id}/posts`)).status).toBe(404)
    expect((await get(null, `/api/pets/${randomUUID()}/posts`)).status).toBe(404)
    expect((await get<PostPage>(null, '/api/tags/nothing/posts')).body).toEqual({ posts: [], cursor: null })
  })

  it('refuse a cursor that is not ours and clamp a huge limit (B09)', async () => {
    const author = await aUser(server)
    const list = `/api/users/${author.id}/posts`
    for (const bad of [
      'cursor=x',
      'cursor=1;drop',
      'cursor=2020-01-01T00:00:00.000Z_x',
      'limit=0',
      'limit=-1',
      'limit=a',
    ])
      expect({ bad, status: (await get(null, `${list}?${bad}`)).status }).toEqual({ bad, status: 400 })
    for (const bad of ['limit=1&limit=2', 'cursor=a&cursor=b'])
      expect((await get(null, `${list}?${bad}`)).status).toBe(400)
    expect((await get(null, `${list}?limit=999999999`)).status).toBe(200)
  })

  it('name the tags of any script, and nothing that only looks like one', async () => {
    const author = await aUser(server)
    const caption = '#Žofie #кот#два a#no #1 #_x #日本 &#39; #ŽOFIE'
    const post = await aPost(server, author, { caption })
    const tags = await server.deps.database.rows<{ tag: string }>(sql`
      select tag from post_tags where post_id = ${post.id}`)
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['_x', 'žofie', 'кот', '日本'])
    expect((await get<PostPage>(null, `/api/tags/${encodeURIComponent('ŽOFIE')}/posts`)).body.posts).toHaveLength(1)
  })
})

/** The ids of a whole list, read in pages. */
async function pages(who: TestUser | null, list: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: PostPage } = await get<PostPage>(
      who,
      `${list}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    expect(body.posts.length).toBeLessThanOrEqual(limit)
    ids.push(...body.posts.map(({ id }) => id))
    cursor = body.cursor
  }
  return ids
}
