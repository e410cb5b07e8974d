import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { aPet, aPost, aUser, givenFollow, givenPetFollow } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'
import { syncDetachedRows } from './sync-detached-rows.ts'

const server = serverForFile({ MAIL: 'dev' })

type Leaver = Awaited<ReturnType<typeof aSudoUser>>
type Counts = { likeCount: number; commentCount: number; followers: number; following: number; petFollowers: number }

const deleteAccount = ({ browser }: Leaver) => browser.call<{ eraseAt: string }>('DELETE', '/api/account')
const restoreAccount = (body: object) =>
  aBrowser(server).call<{ username: string; code: string }>('POST', '/api/account/restore', body)

/** Returns the restore token in the first e-mail that was sent to an address. */
const findRestoreToken = (email: string) =>
  server.mailbox.messages.findLast(({ to }) => to === email)?.text.match(/restore#(\S+)/)?.[1] ?? ''

/** Creates a user who will delete their account. They follow a friend, and liked and commented on the friend's post. */
async function aLeaverWithFriend() {
  const [leaver, friend] = [await aSudoUser(server), await aUser(server)]
  const friendPost = await aPost(server, friend)
  const ownPost = await aPost(server, leaver.user)
  const pet = await aPet(server, [friend])
  await givenFollow(server, leaver.user, friend)
  await givenFollow(server, friend, leaver.user)
  await givenPetFollow(server, leaver.user, pet)
  await server.call(leaver.user, 'PUT', `/api/posts/${friendPost.id}/like`)
  const comment = await server.call<{ id: string }>(leaver.user, 'POST', `/api/posts/${friendPost.id}/comments`, {
    text: 'Hello',
  })
  await server.call(friend, 'POST', `/api/posts/${friendPost.id}/comments`, { text: 'Hi', parentId: comment.body.id })
  await server.runJobs()
  return { ...leaver, friend, friendPost, ownPost, pet }
}

async function readCounts({ friend, friendPost, pet }: Awaited<ReturnType<typeof aLeaverWithFriend>>): Promise<Counts> {
  const row = await server.deps.database.row<Counts>(sql`
    select p.like_count as "likeCount", p.comment_count as "commentCount", u.follower_count as followers,
      u.following_count as following, t.follower_count as "petFollowers"
    from posts p join users u on u.id = ${friend.id} join pets t on t.id = ${pet} where p.id = ${friendPost.id}`)
  if (!row) throw new Error('The post is gone.')
  return row
}

describe('DELETE /api/account', () => {
  it('requires a session (401) and sudo mode (403)', async () => {
    expect((await server.call(null, 'DELETE', '/api/account')).status).toBe(401)
    const answer = await server.call<{ code: string }>(await aUser(server), 'DELETE', '/api/account')
    expect([answer.status, answer.body.code]).toEqual([403, 'sudo-required'])
  })

  it('hides the account and its content immediately, ends all sessions and mails the holder', async () => {
    const scene = await aLeaverWithFriend()
    const { user, ownPost, friend, friendPost, form } = scene
    const other = aBrowser(server)
    const answer = await deleteAccount(scene)
    const eraseAt = new Date(server.clock.now().getTime() + 30 * day).toISOString()
    expect([answer.status, answer.body]).toEqual([202, { eraseAt }])
    expect(scene.browser.jar.pt_sid).toBe('')
    expect((await server.call(user, 'GET', '/api/session')).status).toBe(401)
    const logIn = await other.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
    expect([logIn.status, logIn.body]).toEqual([200, null])
    expect((await server.call(friend, 'GET', `/users/${user.id}`)).status).toBe(404)
    expect((await server.call(friend, 'GET', `/api/posts/${ownPost.id}`)).status).toBe(404)
    const name = await server.deps.database.row<{ name: string }>(sql`
      select name from photos where owner_id = ${user.id} limit 1`)
    expect((await server.call(null, 'GET', `/media/${name?.name}/320.webp`)).status).toBe(404)
    const comments = await server.call<{ items: { text: string; author: unknown }[] }>(
      friend,
      'GET',
      `/api/posts/${friendPost.id}/comments`,
    )
    expect(comments.text).not.toContain(form.username)
    expect(comments.text).not.toContain('Hello')
    await server.runJobs()
    const letter = server.mailbox.messages.findLast(({ to }) => to === form.email)
    expect(letter?.subject).toBe('Your Pawtrait account was deleted')
    expect(server.lines.join('\n')).not.toContain(findRestoreToken(form.email))
  })

  it('excludes the user from all counts until the account is restored', async () => {
    const scene = await aLeaverWithFriend()
    const before = await readCounts(scene)
    expect(before).toEqual({ likeCount: 1, commentCount: 2, followers: 1, following: 1, petFollowers: 1 })
    await deleteAccount(scene)
    await server.runJobs()
    expect(await readCounts(scene)).toEqual({
      likeCount: 0,
      commentCount: 1,
      followers: 0,
      following: 0,
      petFollowers: 0,
    })
    expect((await restoreAccount({ token: findRestoreToken(scene.form.email) })).body).toEqual({
      username: scene.form.username,
    })
    await server.runJobs()
    expect(await readCounts(scene)).toEqual(before)
    const post = await server.call<Post>(scene.friend, 'GET', `/api/posts/${scene.ownPost.id}`)
    expect(post.status).toBe(200)
    const remaining = await server.deps.database.rows(sql`select 1 from set_aside where user_id = ${scene.user.id}`)
    expect(remaining).toEqual([])
  })

  it('succeeds for only one of three simultaneous requests, and changes each count once', async () => {
    const scene = await aLeaverWithFriend()
    const responses = await Promise.all([deleteAccount(scene), deleteAccount(scene), deleteAccount(scene)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 401, 401])
    await server.runJobs()
    await server.deps.database.transaction((db) =>
      server.deps.jobs.send(db, 'settle-departed', { user: scene.user.id }),
    )
    await server.runJobs()
    expect(await readCounts(scene)).toMatchObject({ likeCount: 0, followers: 0, following: 0 })
  })

  it('updates counts correctly when two users who follow each other delete and restore their accounts', async () => {
    const [a, b] = [await aSudoUser(server), await aSudoUser(server)]
    await givenFollow(server, a.user, b.user)
    await givenFollow(server, b.user, a.user)
    const counts = () =>
      server.deps.database.rows(sql`
        select follower_count as followers, following_count as following from users
        where id in (${a.user.id}, ${b.user.id})`)
    await Promise.all([deleteAccount(a), deleteAccount(b)])
    const ctx = createContext(server.deps, systemCaller)
    await Promise.all([a, b, a, b].map(({ user }) => syncDetachedRows(ctx, user.id)))
    await server.runJobs()
    for (const leaver of [a, b]) {
      expect((await restoreAccount({ token: findRestoreToken(leaver.form.email) })).status).toBe(200)
      await server.runJobs()
    }
    expect(await counts()).toEqual([
      { followers: 1, following: 1 },
      { followers: 1, following: 1 },
    ])
  })

  it('ends likes and follows permanently if a friend blocks the user before the account is restored', async () => {
    const scene = await aLeaverWithFriend()
    await deleteAccount(scene)
    await server.runJobs()
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${scene.friend.id}, ${scene.user.id}, now())`)
    await restoreAccount({ token: findRestoreToken(scene.form.email) })
    await server.runJobs()
    expect(await readCounts(scene)).toMatchObject({ likeCount: 0, followers: 0, following: 0 })
  })
})

describe('POST /api/account/restore', () => {
  it('accepts the zip code once, within 30 days of the deletion', async () => {
    const leaver = await aSudoUser(server)
    const { username, email, zipcode } = leaver.form
    await deleteAccount(leaver)
    expect((await restoreAccount({ usernameOrEmail: username, zipcode: 'wrong' })).body.code).toBe('wrong-secret')
    expect((await restoreAccount({ usernameOrEmail: 'unknown.user', zipcode })).body.code).toBe('wrong-secret')
    server.clock.advance(29 * day)
    expect((await restoreAccount({ usernameOrEmail: email.toUpperCase(), zipcode })).body).toEqual({ username })
    expect((await restoreAccount({ usernameOrEmail: username, zipcode })).status).toBe(403)
    const response = await aBrowser(server).call('POST', '/users', { usernameOrEmail: username, zipcode })
    expect(response.status).toBe(403)
    await server.runJobs()
    expect(server.mailbox.messages.findLast(({ to }) => to === email)?.subject).not.toContain('deleted')
  })

  it('accepts a passkey, but only for a deleted account', async () => {
    const leaver = await aSudoUser(server)
    const device = anAuthenticator()
    const creationOptions = await leaver.browser.call<{ challenge: string; user: { id: string } }>(
      'POST',
      '/api/passkeys/options',
    )
    await leaver.browser.call('POST', '/api/passkeys', { credential: device.make(creationOptions.body) })
    const restoreByPasskey = async () => {
      const options = '/api/session/passkey/options'
      const { body } = await aBrowser(server).call<{ challenge: string }>('POST', options)
      return restoreAccount({ passkey: device.prove(body) })
    }
    expect((await restoreByPasskey()).body.code).toBe('invalid-passkey')
    await deleteAccount(leaver)
    const zip = { usernameOrEmail: leaver.form.username, zipcode: leaver.form.zipcode }
    expect((await restoreAccount(zip)).body.code).toBe('wrong-secret')
    expect((await restoreByPasskey()).body).toEqual({ username: leaver.form.username })
    expect((await restoreByPasskey()).body.code).toBe('invalid-passkey')
  })

  it('accepts a recovery code and marks it as used', async () => {
    const leaver = await aSudoUser(server)
    const { codes } = (await leaver.browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
    await leaver.browser.call('PUT', '/api/recovery-codes', { code: codes[0] })
    await deleteAccount(leaver)
    const { username } = leaver.form
    const [recoveryCode] = codes
    expect((await restoreAccount({ usernameOrEmail: username, recoveryCode: 'AAAAA-AAAAA' })).body.code).toBe(
      'wrong-secret',
    )
    expect((await restoreAccount({ usernameOrEmail: username, recoveryCode })).body).toEqual({ username })
    const [remaining] = await server.deps.database.rows(sql`
      select count(*)::int as unused from recovery_codes where user_id = ${leaver.user.id} and used_at is null`)
    expect(remaining).toEqual({ unused: 9 })
  })

  it('refuses the restore link and the zip code after 30 days', async () => {
    const leaver = await aSudoUser(server)
    await deleteAccount(leaver)
    await server.runJobs()
    server.clock.advance(30 * day + 1)
    expect((await restoreAccount({ token: findRestoreToken(leaver.form.email) })).body.code).toBe('link-expired')
    const { username, zipcode } = leaver.form
    expect((await restoreAccount({ usernameOrEmail: username, zipcode })).body.code).toBe('wrong-secret')
  })

  it('accepts the restore link only once, and refuses it after the account is deleted again', async () => {
    const leaver = await aSudoUser(server)
    await deleteAccount(leaver)
    await server.runJobs()
    const token = findRestoreToken(leaver.form.email)
    expect((await restoreAccount({ token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` })).status).toBe(
      410,
    )
    const responses = await Promise.all([restoreAccount({ token }), restoreAccount({ token })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    server.clock.advance(hour)
    await server.deps.database.rows(sql`
      update users set deleted_at = ${server.clock.now().toISOString()} where username = ${leaver.form.username}`)
    expect((await restoreAccount({ token })).status).toBe(410)
  })

  it('returns 400 for no credential or two credentials, and 410 for an invented restore token', async () => {
    expect((await restoreAccount({})).status).toBe(400)
    expect((await restoreAccount({ token: 'x', zipcode: 'y', usernameOrEmail: 'z' })).status).toBe(400)
    expect((await restoreAccount({ token: 'x' })).status).toBe(410)
  })

  it('returns 429 for the twelfth wrong zip code at the latest, and then even for the correct zip code', async () => {
    const leaver = await aSudoUser(server)
    await deleteAccount(leaver)
    const { username } = leaver.form
    const responses = []
    for (let n = 0; n < 12; n++)
      responses.push(await restoreAccount({ usernameOrEmail: username, zipcode: `wrong${n}` }))
    expect(responses.at(-1)?.status).toBe(429)
    const response = await restoreAccount({ usernameOrEmail: username, zipcode: leaver.form.zipcode })
    expect(response.status).toBe(429)
  })
})
