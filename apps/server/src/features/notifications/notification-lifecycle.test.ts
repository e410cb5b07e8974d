import { describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { lines, says } = notificationHelpersFor(server)

/** Sends a request that must succeed, and runs the jobs that it starts. */
async function perform(viewer: TestUser, method: 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) {
  const response = await server.call<{ invite: { id: string } }>(viewer, method, path, body)
  expect(`${path}: ${response.status < 300}`).toBe(`${path}: true`)
  await server.runJobs()
  return response.body
}

describe('notification', () => {
  it('shows a follow request until it is answered, and shows the acceptance to the requester', async () => {
    const [amina, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    await perform(amina, 'PUT', '/api/profile/privacy', { isPrivate: true })
    for (const asker of [ann, ben]) await perform(asker, 'PUT', `/api/users/${amina.id}/follow`)
    expect((await lines(amina)).toSorted()).toEqual(
      [`*follow-request: ${ann.username} (1)`, `*follow-request: ${ben.username} (1)`].toSorted(),
    )
    await perform(amina, 'PUT', `/api/follow-requests/${ann.id}`)
    await perform(amina, 'DELETE', `/api/follow-requests/${ben.id}`)
    expect([await lines(amina), await lines(ben)]).toEqual([[], []])
    expect(await lines(ann)).toEqual([`*request-accepted: ${amina.username} (1)`])
  })

  it('shows a follow until an unfollow or a block ends it', async () => {
    const [amina, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const fan of [ann, ben]) await perform(fan, 'PUT', `/api/users/${amina.id}/follow`)
    await perform(ann, 'DELETE', `/api/users/${amina.id}/follow`)
    expect(await lines(amina)).toEqual([`*follow: ${ben.username} (1)`])
    await perform(amina, 'PUT', `/api/users/${ben.id}/block`)
    expect(await lines(amina)).toEqual([])
    await perform(amina, 'DELETE', `/api/users/${ben.id}/block`)
    expect(await lines(amina)).toEqual([])
  })

  it('shows a like of a comment until the like is removed', async () => {
    const [amina, ann] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, amina)
    const comment = await says(ann, post, 'look')
    await perform(amina, 'PUT', `/api/comments/${comment}/like`)
    expect(await lines(ann)).toEqual([`*comment-like: ${amina.username} (1)`])
    await perform(amina, 'DELETE', `/api/comments/${comment}/like`)
    expect(await lines(ann)).toEqual([])
  })

  it('shows an invitation to a pet until the invitee accepts, and then shows the new carer to the owner', async () => {
    const [amina, ann] = [await aUser(server), await aUser(server)]
    const pet = await aPet(server, [amina])
    const { invite } = await perform(amina, 'POST', `/api/pets/${pet}/invites`, {
      username: ann.username,
      role: 'carer',
    })
    expect(await lines(ann)).toEqual([`*pet-invite: ${amina.username} (1)`])
    await perform(ann, 'POST', `/api/invitations/${invite.id}/accept`)
    expect(await lines(ann)).toEqual([])
    expect(await lines(amina)).toEqual([`*pet-person: ${ann.username} (1)`])
  })
})
