import { randomUUID } from 'node:crypto'
import type { InviteId, PetId, StoryId, StoryReplyId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/database/id.ts'
import { day } from '#testing/clock.ts'
import { analyzeTables } from '#testing/database/query-plans.ts'
import { aPet, aPhoto, aStory, aUser, givenFollow, givenPetFollow, type TestUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)

const { happened, ...read } = notificationHelpersFor(server)
const list = async (viewer: TestUser, query = '') => (await read.list(viewer, query)).notifications
const listTypes = async (viewer: TestUser) =>
  (await list(viewer)).map(({ type, actorCount }) => `${type} ${actorCount}`)

const createThreeUsers = async () => [await aUser(server), await aUser(server), await aUser(server)] as const

/** Marks the pet as dead and posts a tribute to it. */
async function leave(viewer: TestUser, pet: PetId): Promise<string> {
  await rows(sql`update pets set died_on = '2026-09-09' where id = ${pet}`)
  const response = await server.call<{ id: string }>(viewer, 'POST', `/api/pets/${pet}/tributes`, {
    text: 'A good friend.',
  })
  if (response.status !== 201) throw new Error(`no tribute: ${response.text}`)
  return response.body.id
}

describe('notifications about users', () => {
  it('group followers in one notification, and omit users who unfollow', async () => {
    const [user, ann, ben] = await createThreeUsers()
    for (const fan of [ann, ben]) {
      await givenFollow(server, fan, user)
      await happened('user-followed', { userId: user.id, by: fan.id })
    }
    expect(await listTypes(user)).toEqual(['follow 2'])
    await rows(sql`delete from follows where follower_id = ${ann.id}`)
    await happened('user-unfollowed', { userId: user.id, by: ann.id })
    expect(await list(user)).toMatchObject([{ type: 'follow', actors: [{ id: ben.id }], actorCount: 1 }])
    // Ben still follows, as if he had followed again before his unfollow event was handled.
    await happened('user-unfollowed', { userId: user.id, by: ben.id })
    expect(await listTypes(user)).toEqual(['follow 1'])
  })

  it('show the date of the latest remaining follow when another follower unfollows', async () => {
    const [user, ann, ben] = await createThreeUsers()
    const first = server.clock.now().toISOString()
    for (const fan of [ann, ben]) {
      await server.call(fan, 'PUT', `/api/users/${user.id}/follow`)
      await server.runJobs()
      server.clock.advance(day)
    }
    await server.call(ben, 'DELETE', `/api/users/${user.id}/follow`)
    await server.runJobs()
    expect(await list(user)).toMatchObject([{ type: 'follow', actors: [{ id: ann.id }], updatedAt: first }])
  })

  it('show each follow request separately, and show the acceptance to the requester', async () => {
    const [user, ann, ben] = await createThreeUsers()
    await rows(sql`update users set is_private = true where id = ${user.id}`)
    for (const fan of [ann, ben]) {
      await rows(sql`insert into follow_requests (follower_id, followee_id, created_at)
        values (${fan.id}, ${user.id}, now())`)
      await happened('follow-asked', { userId: user.id, by: fan.id })
    }
    expect(await listTypes(user)).toEqual(['follow-request 1', 'follow-request 1'])
    await rows(sql`delete from follow_requests where follower_id = ${ann.id}`)
    await givenFollow(server, ann, user)
    await happened('user-followed', { userId: user.id, by: ann.id })
    await happened('follow-accepted', { userId: ann.id, by: user.id })
    expect(await list(user)).toMatchObject([{ type: 'follow-request', actors: [{ id: ben.id }] }])
    expect(await list(ann)).toMatchObject([{ type: 'request-accepted', actors: [{ id: user.id }] }])
    await happened('follow-asking-ended', { userId: user.id, by: ben.id })
    expect(await listTypes(user)).toEqual([])
  })

  it('omit a blocked user, and are deleted when no other user remains', async () => {
    const [user, ann, ben] = await createThreeUsers()
    for (const [by, target] of [
      [ann, user],
      [ben, user],
      [user, ann],
    ] as const) {
      await givenFollow(server, by, target)
      await happened('user-followed', { userId: target.id, by: by.id })
    }
    await happened('user-blocked', { userId: ann.id, by: user.id })
    expect([await listTypes(user), await listTypes(ann)]).toEqual([['follow 1'], []])
    expect(await rows(sql`select 1 from notifications where user_id = ${ann.id}`)).toEqual([])
  })
})

describe('notifications about pets', () => {
  it('show a follower to all people of the pet until the follow ends', async () => {
    const [owner, carer, fan] = await createThreeUsers()
    const pet = await aPet(server, [owner, carer])
    const follow = async (method: 'PUT' | 'DELETE') => {
      await server.call(fan, method, `/api/pets/${pet}/follow`)
      await server.call(fan, method, `/api/pets/${pet}/follow`)
      expect(await rows(sql`select 1 from events`)).toHaveLength(1)
      await server.runJobs()
    }
    await follow('PUT')
    for (const person of [owner, carer])
      expect(await list(person, '?part=pets')).toMatchObject([
        { type: 'pet-follow', actorCount: 1, pet: { id: pet, name: 'Rex', portrait: null } },
      ])
    await follow('DELETE')
    expect([await listTypes(owner), await listTypes(carer)]).toEqual([[], []])
  })

  const invite = async (pet: PetId, by: TestUser, invitee: TestUser, role: 'carer' | 'owner' = 'carer') => {
    const id = newId<InviteId>(server.clock.now())
    await rows(sql`
      insert into pet_invites (id, pet_id, role, invited_by, invitee_id, created_at, expires_at)
      values (${id}, ${pet}, ${role}, ${by.id}, ${invitee.id}, ${server.clock.now().toISOString()},
        ${new Date(server.clock.now().getTime() + 7 * day).toISOString()})`)
    return id
  }

  it('show an invitation to a pet until the invitation is closed or expires', async () => {
    const [owner, ann, ben] = await createThreeUsers()
    const pet = await aPet(server, [owner])
    for (const invitee of [ann, ben]) {
      const inviteId = await invite(pet, owner, invitee)
      await happened('pet-invited', { inviteId, petId: pet, userId: invitee.id, by: owner.id })
      expect(await list(invitee)).toMatchObject([{ type: 'pet-invite', inviteId, pet: { id: pet } }])
      if (invitee === ann) await happened('pet-invite-closed', { inviteId })
    }
    expect(await listTypes(ann)).toEqual([])
    server.clock.advance(8 * day)
    expect(await listTypes(ben)).toEqual([])
  })

  it('have `asOwner: true` if a new owner is invited or joins, and `asOwner: false` for a carer', async () => {
    const [owner, ann, ben] = await createThreeUsers()
    const pet = await aPet(server, [owner])
    const toOwn = await invite(pet, owner, ann, 'owner')
    await happened('pet-invited', { inviteId: toOwn, petId: pet, userId: ann.id, by: owner.id })
    const toCare = await invite(pet, owner, ben)
    await happened('pet-invited', { inviteId: toCare, petId: pet, userId: ben.id, by: owner.id })
    expect([await list(ann), await list(ben)]).toMatchObject([[{ asOwner: true }], [{ asOwner: false }]])
    await happened('pet-person-joined', { petId: pet, by: ann.id, owns: true })
    await happened('pet-person-joined', { petId: pet, by: ben.id, owns: false })
    const joined = (await list(owner)).map(({ type, asOwner, actors: [actor] }) => [type, asOwner, actor?.username])
    expect(joined.toSorted(([, a], [, b]) => Number(a) - Number(b))).toEqual([
      ['pet-person', false, ben.username],
      ['pet-person', true, ann.username],
    ])
  })

  it('are sent to all people of the pet about a new carer, but only to its owners about a tribute', async () => {
    const [owner, sitter, guest] = await createThreeUsers()
    const pet = await aPet(server, [owner, sitter])
    await rows(sql`update pet_people set role = 'sitter' where user_id = ${sitter.id}`)
    await happened('pet-person-joined', { petId: pet, by: guest.id, owns: false })
    await leave(guest, pet)
    await server.runJobs()
    expect((await listTypes(owner)).toSorted()).toEqual(['pet-person 1', 'tribute 1'])
    expect(await listTypes(sitter)).toEqual(['pet-person 1'])
  })

  it('omit a tribute that is deleted before or after the tribute’s event is handled', async () => {
    const [owner, ann, ben] = await createThreeUsers()
    const pet = await aPet(server, [owner])
    const early = await leave(ann, pet)
    const [first, second] = [await leave(ben, pet), await leave(ben, pet)]
    await server.call(ann, 'DELETE', `/api/tributes/${early}`)
    await server.runJobs()
    expect(await list(owner)).toMatchObject([{ type: 'tribute', actors: [{ id: ben.id }], actorCount: 1 }])
    await server.call(ben, 'DELETE', `/api/tributes/${first}`)
    await server.runJobs()
    expect(await listTypes(owner)).toEqual(['tribute 1'])
    await server.call(ben, 'DELETE', `/api/tributes/${second}`)
    await server.runJobs()
    expect(await listTypes(owner)).toEqual([])
  })

  it('are sent once for a birthday to followers and people of the pet unless they turned birthdays off', async () => {
    const [owner, fan, quiet] = await createThreeUsers()
    const pet = await aPet(server, [owner])
    for (const follower of [fan, quiet, owner]) await givenPetFollow(server, follower, pet)
    await server.call(quiet, 'PUT', '/api/notifications/settings/birthday', { on: false })
    const today = { petId: pet, day: '2026-11-21' }
    await happened('pet-birthday', today)
    expect(await list(fan)).toMatchObject([{ type: 'birthday', actors: [], actorCount: 0, pet: { id: pet } }])
    expect([await listTypes(owner), await listTypes(quiet)]).toEqual([['birthday 0'], []])
    const [line] = await list(fan)
    await server.call(fan, 'PUT', `/api/notifications/${line?.id}/read`)
    await happened('pet-birthday', today)
    expect([await listTypes(fan), await listTypes(owner)]).toEqual([['birthday 0'], ['birthday 0']])
    await rows(sql`update pets set died_on = '2026-11-20' where id = ${pet}`)
    await happened('pet-birthday', { petId: pet, day: '2027-11-21' })
    // Birthdays of a dead pet are hidden, including birthdays before its death.
    expect(await listTypes(fan)).toEqual([])
  })

  it('are sent once to each of 2,501 users on a birthday, even if the job runs twice', async () => {
    const owner = await aUser(server)
    const pet = await aPet(server, [owner])
    await rows(sql`
      with people as (
        insert into users (id, username, fullname, email, state, time_zone, created_at)
        select gen_random_uuid(), 'fan' || n, 'Fan', 'fan' || n || '@example.test', 'active', 'UTC', now()
        from generate_series(1, 2500) n returning id)
      insert into pet_follows (user_id, pet_id, created_at) select id, ${pet}, now() from people`)
    await analyzeTables(server.deps.database)
    await server.deps.events.emit(server.deps.database, 'pet-birthday', { petId: pet, day: '2026-11-21' })
    await server.deps.events.drain()
    const job = { petId: pet, day: '2026-11-21', at: server.clock.now().toISOString() }
    await server.deps.jobs.send(server.deps.database, 'tell-birthday', job)
    await server.runJobs()
    const counts = await rows(sql`select count(*)::int as lines, count(distinct user_id)::int as people
      from notifications where pet_id = ${pet}`)
    expect(counts).toEqual([{ lines: 2501, people: 2501 }])
  })
})

describe('notifications about stories', () => {
  it('group the likes of a story in one notification, but show each reply separately', async () => {
    const [author, ann, ben] = await createThreeUsers()
    const story = newId<StoryId>(server.clock.now())
    const photo = await aPhoto(server, author, { attached: true })
    await rows(sql`
      insert into stories (id, author_id, photo_id, caption, alt, audience, is_ready, posted_at, expires_at)
      values (${story}, ${author.id}, ${photo}, '', 'a dog', 'everyone', true, now(), now() + interval '1 day')`)
    for (const fan of [ann, ben]) await happened('story-pawed', { storyId: story, by: fan.id })
    for (const fan of [ann, ben]) {
      const reply = newId<StoryReplyId>(server.clock.now())
      await rows(sql`insert into story_replies (id, story_id, author_id, recipient_id, text, created_at)
        values (${reply}, ${story}, ${fan.id}, ${author.id}, ${`Hi from ${fan.username}`}, now())`)
      await happened('story-answered', { storyId: story, replyId: reply, by: fan.id })
    }
    expect((await listTypes(author)).toSorted()).toEqual(['story-paw 2', 'story-reply 1', 'story-reply 1'])
    expect((await list(author)).find(({ type }) => type === 'story-reply')).toMatchObject({
      story: { id: story, alt: 'a dog', thumb: expect.stringContaining('/media/') },
      storyReply: expect.stringContaining('Hi from'),
    })
  })

  it('still show replies after the story is deleted, but no likes', async () => {
    const [author, ann] = await createThreeUsers()
    const story = await aStory(server, author)
    await server.call(ann, 'POST', `/api/stories/${story.id}/replies`, { text: 'Is that his chair?' })
    await server.call(ann, 'PUT', `/api/stories/${story.id}/paw`)
    await server.runJobs()
    expect((await listTypes(author)).toSorted()).toEqual(['story-paw 1', 'story-reply 1'])
    server.clock.advance(day)
    await server.deps.jobs.send(server.deps.database, 'sweep-stories', {})
    await server.runJobs()
    expect((await server.call(author, 'GET', `/api/stories/${story.id}`)).status).toBe(404)
    expect(await list(author)).toMatchObject([
      { type: 'story-reply', actors: [{ id: ann.id }], story: null, storyReply: 'Is that his chair?' },
    ])
  })

  it('omit a user who removes a like, and are deleted when no other user remains', async () => {
    const [author, ann, ben] = await createThreeUsers()
    const story = await aStory(server, author)
    const paw = (viewer: TestUser, method: 'PUT' | 'DELETE') =>
      server.call(viewer, method, `/api/stories/${story.id}/paw`).then(server.runJobs)
    await paw(ann, 'PUT')
    await paw(ben, 'PUT')
    expect(await listTypes(author)).toEqual(['story-paw 2'])
    await paw(ann, 'DELETE')
    expect(await list(author)).toMatchObject([{ type: 'story-paw', actors: [{ id: ben.id }], actorCount: 1 }])
    // Ben still likes the story, as if he had liked it again before his unlike event was handled.
    await happened('story-unpawed', { storyId: story.id, by: ben.id })
    expect(await listTypes(author)).toEqual(['story-paw 1'])
    await paw(ben, 'DELETE')
    expect(await listTypes(author)).toEqual([])
  })

  it('are not created for events about rows that no longer exist', async () => {
    const [author, ann] = await createThreeUsers()
    await happened('story-pawed', { storyId: randomUUID() as StoryId, by: ann.id })
    await happened('pet-followed', { petId: randomUUID() as PetId, by: ann.id })
    await happened('pet-birthday', { petId: randomUUID() as PetId, day: '2026-11-21' })
    await happened('pet-invite-closed', { inviteId: randomUUID() as InviteId })
    await happened('follow-asked', { userId: author.id, by: ann.id })
    expect(await listTypes(author)).toEqual([])
  })
})
