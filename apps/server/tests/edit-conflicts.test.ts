import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { restoreProfile, takeDownProfile } from '#features/profiles/take-down-profile.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aPost, aUser, givenRole, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ PACE: '1000000' })

type Edited = {
  read: () => Promise<{ text: string; editedAt: string | null }>
  /** Advances the clock by a second and edits the text. */
  edit: (text: string, seen?: unknown) => Promise<{ status: number; code?: string; editedAt?: string }>
}

function edited(user: TestUser, paths: { read: string; edit: string }, field: string): Edited {
  const ask = (method: 'GET' | 'PATCH', path: string, body?: object) =>
    server.call<Record<string, string>>(user, method, path, body)
  return {
    read: async () => {
      const { body } = await ask('GET', paths.read)
      return { text: body[field] ?? '', editedAt: body.editedAt ?? null }
    },
    edit: async (text, seen) => {
      server.clock.advance(1000)
      const { status, body } = await ask('PATCH', paths.edit, { [field]: text, seen })
      const { code, editedAt } = body
      return { status, ...(code !== undefined && { code }), ...(editedAt !== undefined && { editedAt }) }
    },
  }
}

const subjects: Record<string, () => Promise<Edited>> = {
  comment: async () => {
    const user = await aUser(server)
    const { id } = await aPost(server, user)
    const { body } = await server.call<{ id: string }>(user, 'POST', `/api/posts/${id}/comments`, { text: 'zero' })
    const path = `/api/comments/${body.id}`
    return edited(user, { read: path, edit: path }, 'text')
  },
  pet: async () => {
    const user = await aUser(server)
    const path = `/api/pets/${await aPet(server, [user])}`
    return edited(user, { read: path, edit: path }, 'bio')
  },
  profile: async () => {
    const user = await aUser(server)
    return edited(user, { read: `/api/users/by-username/${user.username}`, edit: '/api/profile' }, 'bio')
  },
}

async function createEdited(name: string): Promise<Edited> {
  const subject = await subjects[name]?.()
  if (!subject) throw new Error(`no ${name}`)
  return subject
}

describe.each(Object.keys(subjects))('PATCH of a %s', (name) => {
  it('returns 409 and writes nothing when `seen` is older than the last edit', async () => {
    const { read, edit } = await createEdited(name)
    expect((await read()).editedAt).toBeNull()
    const first = await edit('one', null)
    expect(first).toEqual({ status: 200, editedAt: server.clock.now().toISOString() })
    expect(await edit('two', null)).toEqual({ status: 409, code: 'conflict' })
    expect(await read()).toEqual({ text: 'one', editedAt: first.editedAt })
    const second = await edit('two', first.editedAt)
    expect(second.status).toBe(200)
    expect(await edit('three', first.editedAt)).toEqual({ status: 409, code: 'conflict' })
    expect(await read()).toEqual({ text: 'two', editedAt: second.editedAt })
  })

  it('accepts an edit that changes nothing although `seen` is outdated', async () => {
    const { read, edit } = await createEdited(name)
    const first = await edit('one', null)
    expect(await edit('one', null)).toEqual(first)
    expect(await read()).toEqual({ text: 'one', editedAt: first.editedAt })
  })

  it('stores one of three concurrent edits, and returns 409 for the other two', async () => {
    const { read, edit } = await createEdited(name)
    const all = await Promise.all(['one', 'two', 'three'].map((text) => edit(text, null)))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await read()).editedAt).toBe(all.find(({ status }) => status === 200)?.editedAt)
  })

  it('accepts an edit without `seen`, and returns 400 for a malformed `seen`', async () => {
    const { read, edit } = await createEdited(name)
    await edit('one')
    expect((await edit('two')).status).toBe(200)
    expect(await edit('three', 'yesterday')).toEqual({ status: 400, code: 'validation-failed' })
    expect((await read()).text).toBe('two')
  })
})

describe('editedAt', () => {
  it('is visible on a pet only to the people who care for it', async () => {
    const [owner, family, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    await server.call(owner, 'PATCH', `/api/pets/${pet}`, { bio: 'Naps.' })
    const read = async (viewer: TestUser | null) => (await server.call<Pet>(viewer, 'GET', `/api/pets/${pet}`)).body
    for (const viewer of [owner, family]) expect((await read(viewer)).editedAt).toBe(server.clock.now().toISOString())
    for (const viewer of [other, null]) expect(await read(viewer)).not.toHaveProperty('editedAt')
    const late = await server.call(family, 'PATCH', `/api/pets/${pet}`, { bio: 'Sleeps.', seen: null })
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const refused = await server.call(other, 'PATCH', `/api/pets/${pet}`, { bio: 'Mine.', seen: null })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('is visible on a profile only to its user, and does not change when the time zone changes', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    const read = async (viewer: TestUser | null) =>
      (await server.call<Profile>(viewer, 'GET', `/api/users/by-username/${user.username}`)).body
    await server.call(user, 'PATCH', '/api/profile', { timeZone: 'Africa/Nairobi' })
    expect((await read(user)).editedAt).toBeNull()
    await server.call(user, 'PATCH', '/api/profile', { fullname: 'New Name' })
    expect((await read(user)).editedAt).toBe(server.clock.now().toISOString())
    for (const viewer of [other, null]) expect(await read(viewer)).not.toHaveProperty('editedAt')
  })

  it('changes when moderators take a profile down or restore it, so an outdated form gets 409', async () => {
    const user = await aUser(server)
    await server.call(user, 'PATCH', '/api/profile', { bio: 'rude words' })
    const path = `/api/users/by-username/${user.username}`
    const { editedAt, fullname, bio } = (await server.call<Profile>(user, 'GET', path)).body
    server.clock.advance(1000)
    const ctx = createContext(server.deps, systemCaller)
    const before = await ctx.transaction((tx) => takeDownProfile(tx, user.id, ctx.now))
    const form = { fullname: `${fullname} K`, bio, seen: editedAt }
    expect(await server.call(user, 'PATCH', '/api/profile', form)).toMatchObject({ status: 409 })
    const readBio = () => server.deps.database.rows(sql`select bio from users where id = ${user.id}`)
    expect(await readBio()).toEqual([{ bio: '' }])
    const { editedAt: seen } = (await server.call<Profile>(user, 'GET', path)).body
    server.clock.advance(1000)
    const later = createContext(server.deps, systemCaller)
    if (before) await later.transaction((tx) => restoreProfile(tx, user.id, before, later.now))
    const emptyForm = { fullname: `${fullname} K`, bio: '', seen }
    expect(await server.call(user, 'PATCH', '/api/profile', emptyForm)).toMatchObject({ status: 409 })
    expect(await readBio()).toEqual([{ bio: 'rude words' }])
  })
})
