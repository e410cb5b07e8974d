import type { NewPost } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { countLockWaits } from '#testing/database/database.ts'
import { aPet, aPhoto, aPost, aUser } from '#testing/fixtures.ts'
import { type Reply, serverForFile } from '#testing/server.ts'

const server = serverForFile()

const tag = (name: string) => sql`tag_counts where tag = ${name}`
const place = (name: string) => sql`place_counts where place = ${name}`

/** Blocks a write by locking `heldRow`. Returns true if the blocked write has not yet locked `secondRow`. */
async function doesNotLock(write: () => Promise<Reply<unknown>>, heldRow: SQL, secondRow: SQL) {
  let response: ReturnType<typeof write> | undefined
  const freeRows = await server.deps.database.transaction(async (db) => {
    await db.rows(sql`select 1 from ${heldRow} for no key update`)
    response = write()
    await expect.poll(() => countLockWaits(server)).toBe(1)
    return db.rows(sql`select 1 from ${secondRow} for no key update skip locked`)
  })
  expect((await response)?.status).toBeLessThan(300)
  return freeRows.length === 1
}

/** Creates a user with two posts at different places, both with all tags and pets. `low`: the pet with the lower id. */
async function createPosts() {
  const user = await aUser(server)
  const pets = [await aPet(server, [user]), await aPet(server, [user])].toSorted()
  const [low, high] = pets.map((pet) => ({ pet, newest: sql`pet_newest_posts where pet_id = ${pet}` }))
  if (!low || !high) throw new Error('fewer than two pets')
  for (const at of ['Lamu', 'Narok']) await aPost(server, user, { caption: '#a #b #c', place: at, pets })
  const edit = async (from: Partial<NewPost>, to: Partial<NewPost>) => {
    const { id } = await aPost(server, user, from)
    return () => server.call(user, 'PATCH', `/api/posts/${id}`, to)
  }
  return { user, low, high, edit }
}

describe('writing a post', () => {
  it('locks tags in order of name, although an edit adds new tags before it removes old tags', async () => {
    const { edit } = await createPosts()
    expect(await doesNotLock(await edit({ caption: '#b' }, { caption: '#c' }), tag('b'), tag('c'))).toBe(true)
    const narrower = { caption: '#b #c', audience: 'followers' } as const
    expect(await doesNotLock(await edit({ caption: '#a #b' }, narrower), tag('a'), tag('b'))).toBe(true)
  })

  it('locks places in order of name, although an edit removes the old place first', async () => {
    const { edit } = await createPosts()
    const move = await edit({ place: 'Narok' }, { place: 'Lamu' })
    expect(await doesNotLock(move, place('lamu'), place('narok'))).toBe(true)
  })

  it('locks pets in order of id, although an edit removes the old pets first', async () => {
    const { low, high, edit } = await createPosts()
    expect(await doesNotLock(await edit({ pets: [high.pet] }, { pets: [low.pet] }), low.newest, high.newest)).toBe(true)
  })

  it('locks places first, then tags, then pets', async () => {
    const { user, low, edit } = await createPosts()
    const words = { caption: '#a', place: 'Lamu', pets: [low.pet] }
    expect(await doesNotLock(await edit({}, words), place('lamu'), tag('a'))).toBe(true)
    expect(await doesNotLock(await edit({}, words), tag('a'), low.newest)).toBe(true)
    for (const [heldRow, secondRow] of [
      [place('lamu'), tag('a')],
      [tag('a'), low.newest],
    ] as const) {
      const photos = [{ id: await aPhoto(server, user) }]
      const post = () => server.call(user, 'POST', '/api/posts', { photos, ...words })
      expect(await doesNotLock(post, heldRow, secondRow)).toBe(true)
    }
  })
})
