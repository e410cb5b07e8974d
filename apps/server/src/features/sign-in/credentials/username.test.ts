import { Profile } from '@pawtrait/contract/profiles.ts'
import { Viewer } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'

const server = serverForFile({}, {}, { pages: true })

async function createSudoUser(more: Parameters<typeof aSignUp>[0] = {}) {
  const form = aSignUp(more)
  await server.call(null, 'POST', '/users', form)
  const browser = aBrowser(server)
  await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  await browser.call('POST', '/api/sudo', { zipcode: form.zipcode })
  const rename = (username: unknown) =>
    browser.call<{ username: string; code: string }>('PUT', '/api/account/username', { username })
  return { form, browser, rename }
}

const readProfile = (username: string, viewer: { cookie: string } | null = null) =>
  server.call<Profile>(viewer, 'GET', `/api/users/by-username/${username}`)
const readPage = (url: string) => server.call(null, 'GET', url, undefined, { headers: { accept: 'text/html' } })
const signUp = (username: string) =>
  server.call(null, 'POST', '/users', aSignUp({ username, email: `mail-${username}-${Math.random()}@example.test` }))

describe('change of username', () => {
  it('applies to profile, session and log-in, and reserves the old name as an alias for 90 days', async () => {
    const { form, rename, browser } = await createSudoUser({ username: 'wanjiru.old' })
    const stranger = await createSudoUser()
    const changed = await rename(' Wanjiru.NEW ')
    expect(changed.status).toBe(200)
    expect(v.parse(Viewer, changed.body).username).toBe('wanjiru.new')
    expect((await browser.call<Viewer>('GET', '/api/session')).body.username).toBe('wanjiru.new')
    for (const name of ['wanjiru.old', 'WANJIRU.old', 'wanjiru.new'])
      expect(v.parse(Profile, (await readProfile(name)).body).username).toBe('wanjiru.new')
    expect((await signUp('wanjiru.old')).status).toBe(409)
    expect((await stranger.rename('wanjiru.old')).status).toBe(409)
    expect((await stranger.rename('wanjiru.new')).status).toBe(409)
    const free = await server.call<{ free: boolean }>(null, 'GET', '/api/usernames/wanjiru.old')
    expect(free.body.free).toBe(false)
    const logIn = (usernameOrEmail: string) =>
      server.call(null, 'POST', '/users', { usernameOrEmail, zipcode: form.zipcode })
    expect((await logIn('wanjiru.new')).body).toMatchObject({ username: 'wanjiru.new' })
    expect((await logIn('wanjiru.old')).text).toBe('null')
    await server.runJobs()
    expect(server.mailbox.messages.find(({ to }) => to === form.email)?.subject).toContain('username was changed')
    server.clock.advance(90 * day)
    expect((await readProfile('wanjiru.old')).status).toBe(404)
    expect((await signUp('wanjiru.old')).status).toBe(201)
  })

  it('redirects profile pages under the old name to the new name (302)', async () => {
    const { rename } = await createSudoUser({ username: 'juma.page' })
    expect((await readPage('/@juma.page')).status).toBe(200)
    await rename('juma.wall')
    for (const path of ['', '/followers', '/following'])
      expect(await readPage(`/@juma.page${path}`)).toMatchObject({
        status: 302,
        headers: { location: `/@juma.wall${path}` },
      })
    expect((await readPage('/@juma.wall')).status).toBe(200)
  })

  it('does not reveal the new name to a blocked user', async () => {
    const { rename, browser } = await createSudoUser({ username: 'quiet.one' })
    const blocked = await aUser(server)
    expect((await browser.call('PUT', `/api/users/${blocked.id}/block`)).status).toBeLessThan(300)
    await rename('quieter.one')
    const refused = await readProfile('quiet.one', blocked)
    expect([refused.status, refused.text.includes('quieter')]).toEqual([404, false])
  })

  it('is allowed three times in 30 days, also to restore an earlier name', async () => {
    const { rename } = await createSudoUser({ username: 'there.and.back' })
    expect((await rename('there.and.back')).status).toBe(200)
    for (const name of ['elsewhere.1', 'there.and.back', 'elsewhere.2'])
      expect((await rename(name)).body).toMatchObject({ username: name })
    expect((await readProfile('there.and.back')).body.username).toBe('elsewhere.2')
    expect(await rename('elsewhere.3')).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect((await readProfile('elsewhere.3')).status).toBe(404)
  })

  it('returns 400 for a name that sign-up refuses, and 409 for a taken name', async () => {
    const { rename } = await createSudoUser()
    const taken = await aUser(server)
    for (const name of ['x', 'a b', 'аdmin', 'admin', '.dot', 'two..dots', 'x'.repeat(31), 7, null])
      expect([name, (await rename(name)).status]).toEqual([name, 400])
    expect(await rename(taken.username)).toMatchObject({
      status: 409,
      body: { code: 'username-taken', errors: [{ field: 'username' }] },
    })
  })

  it('succeeds for only one of four simultaneous requests for the same name', async () => {
    const people = await Promise.all([createSudoUser(), createSudoUser(), createSudoUser()])
    const attempts = await Promise.all([
      ...people.map(({ rename }) => rename('wanted.by.all')),
      signUp('wanted.by.all'),
    ])
    const statuses = attempts.map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  })
})
