import { ProblemBody } from '@pawtrait/contract/errors.ts'
import { type Invitation, PetInvite } from '@pawtrait/contract/pets/pet-people.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aPet, aPhoto, aPost, aUser, givenRole } from '#testing/fixtures.ts'
import { createPetClient, getCodeOrStatus } from '#testing/pet-calls.ts'
import { serverForFile } from '#testing/server.ts'
import { closeExpiredInvites } from './transfer-ownerless-pets.ts'

const server = serverForFile()
const { invite, byName, byLink, accept, acceptLink, peopleOf, rolesOf } = createPetClient(server)

const readEventTypes = async () =>
  (
    await server.deps.database.rows<{ type: string }>(sql`select type from events where type like 'pet-%' order by id`)
  ).map(({ type }) => type)

// Test users live in Nairobi (UTC+3).
const inDays = (days: number) =>
  new Date(server.clock.now().getTime() + 3 * hour + days * day).toISOString().slice(0, 10)

describe('invitation to a pet', () => {
  it('adds the invitee to the pet’s people once, and writes events when sent and accepted', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await server.runJobs()
    const invitation = await byName(owner, pet, friend, 'family')
    expect(v.parse(PetInvite, invitation)).toMatchObject({
      role: 'family',
      invitee: { id: friend.id },
      by: { id: owner.id },
    })
    expect(await readEventTypes()).toEqual(['pet-invited'])
    const seen = await server.call<Invitation>(friend, 'GET', `/api/invitations/${invitation.id}`)
    expect(seen.body).toMatchObject({ state: 'waiting', role: 'family', pet: { name: 'Rex' }, by: { id: owner.id } })
    const list = await server.call<{ invitations: Invitation[] }>(friend, 'GET', '/api/invitations')
    expect(list.body.invitations).toEqual([seen.body])

    expect((await accept(friend, invitation)).body.myRole).toBe('family')
    expect(await readEventTypes()).toEqual(['pet-invited', 'pet-invite-closed', 'pet-person-joined'])
    expect((await accept(friend, invitation)).body.myRole).toBe('family')
    expect(await rolesOf(friend, pet)).toEqual([
      [owner.username, 'owner'],
      [friend.username, 'family'],
    ])
    const { people, invites } = await peopleOf(owner, pet)
    expect([people[1]?.addedBy?.id, invites]).toEqual([owner.id, []])
    expect((await server.call<Invitation>(friend, 'GET', `/api/invitations/${invitation.id}`)).body.state).toBe(
      'accepted',
    )
  })

  it('remains open when another user accepts another invitation', async () => {
    const [owner, friend, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const [invitation, otherInvitation] = [
      await byName(owner, pet, friend, 'family'),
      await byName(owner, pet, other, 'family'),
    ]
    await accept(friend, invitation)
    expect((await server.call<Invitation>(other, 'GET', `/api/invitations/${otherInvitation.id}`)).body.state).toBe(
      'waiting',
    )
  })

  it('is `not-found` for everyone but the invitee', async () => {
    const [owner, friend, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const { id } = await byName(owner, pet, friend, 'carer')
    for (const user of [other, owner]) {
      expect(getCodeOrStatus(await server.call(user, 'GET', `/api/invitations/${id}`))).toBe('not-found')
      expect(getCodeOrStatus(await server.call(user, 'POST', `/api/invitations/${id}/accept`))).toBe('not-found')
      expect(getCodeOrStatus(await server.call(user, 'POST', `/api/invitations/${id}/decline`))).toBe('not-found')
    }
    expect(await rolesOf(owner, pet)).toEqual([[owner.username, 'owner']])
  })

  it('ends when declined, cancelled or seven days old, and can then be sent again', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const first = await byName(owner, pet, friend, 'carer')
    expect(getCodeOrStatus(await invite(owner, pet, 'carer', { username: friend.username }))).toBe('conflict')
    expect((await server.call(friend, 'POST', `/api/invitations/${first.id}/decline`)).status).toBe(204)
    expect(getCodeOrStatus(await accept(friend, first))).toBe('gone')

    const second = await byName(owner, pet, friend, 'carer')
    expect((await server.call(owner, 'DELETE', `/api/pets/${pet}/invites/${second.id}`)).status).toBe(204)
    expect(getCodeOrStatus(await accept(friend, second))).toBe('gone')

    const third = await byName(owner, pet, friend, 'carer')
    server.clock.advance(7 * day + 1)
    expect(getCodeOrStatus(await accept(friend, third))).toBe('gone')
    expect((await server.call<Invitation>(friend, 'GET', `/api/invitations/${third.id}`)).body.state).toBe('over')
    expect((await peopleOf(owner, pet)).invites).toEqual([])
    expect(getCodeOrStatus(await accept(friend, await byName(owner, pet, friend, 'carer')))).toBe(200)
  })

  it('is refused with `not-found` between blocked users and for an unknown username', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const waiting = await byName(owner, pet, friend, 'carer')
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${friend.id}, ${owner.id}, now())`)
    expect(getCodeOrStatus(await invite(owner, pet, 'carer', { username: friend.username }))).toBe('not-found')
    expect(getCodeOrStatus(await invite(owner, pet, 'carer', { username: 'unknown.one' }))).toBe('not-found')
    expect(getCodeOrStatus(await accept(friend, waiting))).toBe('not-found')
    const token = await byLink(owner, pet, 'carer')
    expect(getCodeOrStatus(await acceptLink(friend, token))).toBe('link-expired')
  })

  it('is refused with `conflict` for a user with a role, unless it makes a family member an owner', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    expect(getCodeOrStatus(await invite(owner, pet, 'carer', { username: family.username }))).toBe('conflict')
    expect((await accept(family, await byName(owner, pet, family, 'owner'))).body.myRole).toBe('owner')
    expect(getCodeOrStatus(await invite(family, pet, 'owner', { username: owner.username }))).toBe('conflict')
  })

  it('can be a link that makes a carer an owner, but returns `conflict` to an owner', async () => {
    const [owner, carer] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, carer, 'carer')
    const token = await byLink(owner, pet, 'owner')
    expect(getCodeOrStatus(await acceptLink(owner, token))).toBe('conflict')
    expect((await acceptLink(carer, token)).body.myRole).toBe('owner')
  })

  it('ends when the sender’s role no longer allows such invitations', async () => {
    const [owner, second, friend] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner, second])
    const [named, token] = [
      await byName(second, pet, friend, 'family'),
      await byLink(second, pet, 'sitter', { until: inDays(2) }),
    ]
    const changed = await server.call(owner, 'PATCH', `/api/pets/${pet}/people/${second.id}`, { role: 'family' })
    expect(changed.status).toBe(200)
    expect(getCodeOrStatus(await accept(friend, named))).toBe('gone')
    expect((await server.call<Invitation>(null, 'POST', '/api/invitation-links', { token })).body.state).toBe('waiting')
    await server.call(owner, 'DELETE', `/api/pets/${pet}/people/${second.id}`)
    expect(getCodeOrStatus(await acceptLink(friend, token))).toBe('link-expired')
  })

  it('is refused with `too-many-requests` after 20 invitations in an hour', async () => {
    const owner = await aUser(server)
    const [pet, other] = [await aPet(server, [owner]), await aPet(server, [owner])]
    const sent: unknown[] = []
    for (let i = 0; i < 21; i++) sent.push(getCodeOrStatus(await invite(owner, i < 10 ? pet : other, 'carer')))
    expect(sent.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(sent[20]).toBe('too-many-requests')
  })
})

describe('invitation link of a pet', () => {
  it('is stored as a hash, and is accepted for only one of two concurrent users', async () => {
    const [owner, a, b] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const { link } = (await invite(owner, pet, 'carer')).body
    expect(link).toMatch(/^http:\/\/localhost:3000\/invitations\/link#[\w-]{43}$/)
    const token = (link ?? '').split('#')[1] ?? ''
    const stored = await server.deps.database.rows<{ row: string }>(sql`select i::text as row from pet_invites i`)
    expect(stored.some(({ row }) => row.includes(token))).toBe(false)
    const openedLink = await server.call<Invitation>(null, 'POST', '/api/invitation-links', { token })
    expect(openedLink.body).toMatchObject({ state: 'waiting', pet: { name: 'Rex' }, by: { username: owner.username } })

    const both = await Promise.all([acceptLink(a, token), acceptLink(b, token)])
    expect(both.map(getCodeOrStatus).map(String).toSorted()).toEqual(['200', 'link-expired'])
    expect((await peopleOf(owner, pet)).people).toHaveLength(2)
    expect((await server.call<Invitation>(null, 'POST', '/api/invitation-links', { token })).body.state).toBe('over')
    expect(getCodeOrStatus(await acceptLink(await aUser(server), token))).toBe('link-expired')
    expect(server.lines.join('')).not.toContain(token)
  })

  it('remains valid after an owner tries to accept it, until it is cancelled', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const invitation = (await invite(owner, pet, 'carer')).body
    expect(getCodeOrStatus(await acceptLink(owner, (invitation.link ?? '').split('#')[1] ?? ''))).toBe('conflict')
    const waiting = await server.call<Invitation>(null, 'POST', '/api/invitation-links', {
      token: (invitation.link ?? '').split('#')[1] ?? '',
    })
    expect(waiting.body.state).toBe('waiting')
    await server.call(owner, 'DELETE', `/api/pets/${pet}/invites/${invitation.invite.id}`)
    expect(getCodeOrStatus(await acceptLink(friend, (invitation.link ?? '').split('#')[1] ?? ''))).toBe('link-expired')
    expect(getCodeOrStatus(await acceptLink(friend, 'x'.repeat(43)))).toBe('link-expired')
  })

  it('can be cancelled by an owner if family sent it, but not by family if an owner sent it', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    const [familyInvite, ownerInvite] = [
      (await invite(family, pet, 'sitter', { until: inDays(1) })).body.invite,
      (await invite(owner, pet, 'owner')).body.invite,
    ]
    expect((await peopleOf(family, pet)).invites.map(({ id }) => id)).toEqual([familyInvite.id])
    expect(getCodeOrStatus(await server.call(family, 'DELETE', `/api/pets/${pet}/invites/${ownerInvite.id}`))).toBe(
      'forbidden',
    )
    expect(getCodeOrStatus(await server.call(owner, 'DELETE', `/api/pets/${pet}/invites/${familyInvite.id}`))).toBe(204)
    expect((await peopleOf(owner, pet)).invites.map(({ id }) => id)).toEqual([ownerInvite.id])
  })
})

describe('sitter of a pet', () => {
  it('has the role until the last day ends in the first owner’s time zone', async () => {
    const [owner, sitter] = [await aUser(server), await aUser(server)]
    await server.deps.database.rows(sql`update users set time_zone = 'America/New_York' where id = ${owner.id}`)
    const pet = await aPet(server, [owner])
    // On this day, daylight saving time begins in New York.
    const invitation = await byName(owner, pet, sitter, 'sitter', { until: '2027-03-14' })
    expect(invitation.until).toBe('2027-03-14')
    const stored = await server.deps.database.row<{ until: string }>(sql`
      select until from pet_invites where id = ${invitation.id}`)
    expect(stored?.until).toBe('2027-03-15T04:00:00.000Z')
    await accept(sitter, invitation)
    expect((await peopleOf(sitter, pet)).people[1]?.until).toBe('2027-03-14')
  })

  it('can tag the pet in posts until the end of the last day, when the role ends', async () => {
    const [owner, sitter] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await accept(sitter, await byName(owner, pet, sitter, 'sitter', { until: inDays(0) }))
    expect((await aPost(server, sitter, { pets: [pet] })).pets).toHaveLength(1)
    server.clock.advance(day)
    const late = await server.call(sitter, 'POST', '/api/posts', {
      photos: [{ id: await aPhoto(server, sitter) }],
      pets: [pet],
    })
    expect(late.status).toBe(404)
    expect(await rolesOf(owner, pet)).toEqual([[owner.username, 'owner']])
    expect(getCodeOrStatus(await accept(sitter, await byName(owner, pet, sitter, 'carer')))).toBe(200)
  })

  it.each([
    ['without a last day', {}, 'until'],
    ['with a past last day', { until: '2020-01-01' }, 'until'],
    ['with a last day in 2099', { until: '2099-01-01' }, 'until'],
    ['with a last day that does not exist', { until: '2027-02-30' }, 'until'],
  ])('cannot be invited %s', async (_, more, field) => {
    const owner = await aUser(server)
    const refused = await invite(owner, await aPet(server, [owner]), 'sitter', more)
    expect(v.parse(ProblemBody, refused.body).errors?.[0]?.field).toBe(field)
  })

  it('must have a last day, and users in other roles must not', async () => {
    const [owner, family] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenRole(server, pet, family, 'family')
    expect((await invite(owner, pet, 'carer', { until: inDays(3) })).status).toBe(400)
    const change = (body: object) => server.call(owner, 'PATCH', `/api/pets/${pet}/people/${family.id}`, body)
    expect((await change({ role: 'sitter' })).status).toBe(400)
    expect((await change({ role: 'owner' })).status).toBe(400)
    expect((await change({ role: 'sitter', until: inDays(3) })).status).toBe(200)
    expect((await peopleOf(owner, pet)).people[1]).toMatchObject({ role: 'sitter', until: inDays(3) })
    expect((await change({ role: 'carer' })).status).toBe(200)
    expect((await peopleOf(owner, pet)).people[1]).toMatchObject({ role: 'carer', until: null })
  })

  it('cannot accept an invitation after its last day (`gone`), and the job closes the invitation once', async () => {
    const [owner, friend] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    const invitation = await byName(owner, pet, friend, 'sitter', { until: inDays(1) })
    server.clock.advance(2 * day)
    expect(getCodeOrStatus(await accept(friend, invitation))).toBe('gone')
    await closeExpiredInvites(createContext(server.deps, systemCaller))
    await closeExpiredInvites(createContext(server.deps, systemCaller))
    const events = await server.deps.database.rows(sql`
      select 1 from events where type = 'pet-invite-closed' and data ->> 'inviteId' = ${invitation.id}`)
    expect(events).toHaveLength(1)
  })
})
