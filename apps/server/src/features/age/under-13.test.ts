import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseExpiredAccounts } from '#features/erasure/erase-account.ts'
import { restoreUser } from '#features/erasure/restore-account.ts'
import { createRestoreToken } from '#features/erasure/restore-token.ts'
import { findDeletedUser } from '#features/users/account/soft-delete.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { aPost, aUser, givenFollow } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, cookiesOf } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'
import { setAge } from './set-age.ts'

const server = serverForFile({ MAIL: 'dev', SUPPORT_CONTACT: 'mailto:help@pawtrait.test' })
const asSystem = () => createContext(server.deps, systemCaller)

type Leaver = Awaited<ReturnType<typeof aSudoUser>>
const closeAccount = ({ browser }: Leaver) =>
  browser.call<{ eraseAt: string; code: string }>('POST', '/api/account/under-13')
const restore = (body: object) =>
  aBrowser(server).call<{ username: string; code: string }>('POST', '/api/account/restore', body)
const lettersTo = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const userExists = async ({ user }: Leaver) =>
  (await server.deps.database.row(sql`select 1 from users where id = ${user.id}`)) !== undefined

describe('POST /api/account/under-13', () => {
  it('requires sudo mode', async () => {
    const user = await aUser(server)
    const response = await server.call<{ code: string }>(user, 'POST', '/api/account/under-13')
    expect([response.status, response.body.code]).toEqual([403, 'sudo-required'])
    expect((await server.call(null, 'POST', '/api/account/under-13')).status).toBe(401)
    expect((await server.call(user, 'GET', '/api/session')).status).toBe(200)
  })

  it('closes an account of any stated age immediately, and mails the holder (security check G03)', async () => {
    const [child, other] = [await aSudoUser(server, { username: 'tiny.tot' }), await aUser(server)]
    await server.call(child.user, 'PUT', '/api/account/age', { band: '18-or-older' })
    const [otherPost, ownPost] = [await aPost(server, other), await aPost(server, child.user)]
    await givenFollow(server, child.user, other)
    await server.call(child.user, 'PUT', `/api/posts/${otherPost.id}/like`)
    const answer = await closeAccount(child)
    const eraseAt = new Date(server.clock.now().getTime() + 30 * day).toISOString()
    expect([answer.status, answer.body]).toEqual([202, { eraseAt }])
    expect(cookiesOf(answer)).toMatchObject({ pt_sid: '' })
    expect((await server.call(child.user, 'GET', '/api/session')).status).toBe(401)
    expect((await server.call(other, 'GET', `/users/${child.user.id}`)).status).toBe(404)
    expect((await server.call(other, 'GET', `/api/posts/${ownPost.id}`)).status).toBe(404)
    await server.runJobs()
    expect((await server.call(other, 'GET', `/api/posts/${otherPost.id}`)).body).toMatchObject({ likeCount: 0 })
    const [letter] = lettersTo(child.form.email)
    expect(letter?.subject).toBe('Your Pawtrait account is closed')
    expect(letter?.text).toContain('help@pawtrait.test')
    expect(letter?.text).not.toContain('/restore')
    expect(server.lines.join('')).not.toContain('tiny.tot')
  })

  it('erases the account after 30 days', async () => {
    const child = await aSudoUser(server, { username: 'small.fry' })
    await aPost(server, child.user)
    await closeAccount(child)
    await server.runJobs()
    server.clock.advance(30 * day)
    await eraseExpiredAccounts(asSystem())
    expect(await userExists(child)).toBe(true)
    server.clock.advance(hour)
    await eraseExpiredAccounts(asSystem())
    await server.runJobs()
    for (const table of ['users', 'posts', 'photos', 'set_aside']) {
      const rows = await server.deps.database.rows<{ row: string }>(sql`
        select to_jsonb(t)::text as row from ${sql.raw(table)} t`)
      expect([table, rows.filter(({ row }) => row.includes(child.user.id))]).toEqual([table, []])
    }
    expect((await server.call(null, 'GET', '/api/usernames/small.fry')).body).toMatchObject({ free: true })
  })

  it('prevents a restore of the closed account by zip code or restore link', async () => {
    const child = await aSudoUser(server)
    await closeAccount(child)
    const { usernameOrEmail, zipcode } = { usernameOrEmail: child.form.username, zipcode: child.form.zipcode }
    const unknown = await restore({ usernameOrEmail: 'no.such.user', zipcode })
    const byName = await restore({ usernameOrEmail, zipcode })
    expect([byName.status, byName.body.code]).toEqual([unknown.status, unknown.body.code])
    const deletedUser = await findDeletedUser(server.deps.database, usernameOrEmail)
    if (!deletedUser) throw new Error('The account is not closed.')
    const byLink = await restore({ token: createRestoreToken(asSystem(), deletedUser) })
    expect([byLink.status, byLink.body.code]).toEqual([410, 'link-expired'])
    expect((await server.call(null, 'GET', `/users/${child.user.id}`)).status).toBe(404)
    expect(await userExists(child)).toBe(true)
  })

  it('prevents a restore of the closed account by passkey', async () => {
    const child = await aSudoUser(server)
    const device = anAuthenticator()
    const creationOptions = await child.browser.call<Parameters<typeof device.make>[0]>('POST', '/api/passkeys/options')
    const added = await child.browser.call('POST', '/api/passkeys', { credential: device.make(creationOptions.body) })
    expect([added.status, (await closeAccount(child)).status]).toEqual([201, 202])
    const options = await server.call<{ challenge: string }>(null, 'POST', '/api/session/passkey/options')
    const byPasskey = await restore({ passkey: device.prove(options.body) })
    expect([byPasskey.status, byPasskey.body.code]).toEqual([403, 'wrong-secret'])
  })

  it('allows a restore of the closed account only after the operator has set the user’s age to adult', async () => {
    const leaver = await aSudoUser(server)
    await closeAccount(leaver)
    expect(await restoreUser(asSystem(), leaver.user.id)).toBeUndefined()
    await setAge(asSystem(), leaver.form.username, '18-or-older')
    expect(await restoreUser(asSystem(), leaver.user.id)).toBe(leaver.form.username)
    expect((await server.call(null, 'GET', `/users/${leaver.user.id}`)).status).toBe(200)
  })

  it('returns 202 to only one of two concurrent requests', async () => {
    const leaver = await aSudoUser(server)
    const responses = await Promise.all([closeAccount(leaver), closeAccount(leaver)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 401])
    await server.runJobs()
    expect(lettersTo(leaver.form.email)).toHaveLength(1)
  })

  it('closes the account even when the user states "18 or older" at the same moment', async () => {
    const leaver = await aSudoUser(server)
    const [child, adult] = await Promise.all([
      closeAccount(leaver),
      server.call(leaver.user, 'PUT', '/api/account/age', { band: '18-or-older' }),
    ])
    expect([child.status, [200, 401].includes(adult.status)]).toEqual([202, true])
    expect(await restoreUser(asSystem(), leaver.user.id)).toBeUndefined()
  })
})
