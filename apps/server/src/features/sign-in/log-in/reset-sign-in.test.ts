import { describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignedInUser } from '#testing/sign-in.ts'
import { createResetLink } from './reset-sign-in.ts'

const server = serverForFile()

const createLink = async (username: string) => {
  const { config, log, database: db } = server.deps
  return createResetLink({ config, log, db, now: server.clock.now() }, username)
}

const reset = (token: string, zipcode = '20200') =>
  server.call<{ username: string; code: string }>(null, 'POST', '/api/auth/reset', { token, zipcode })

const checkLink = (token: string) =>
  server.call<{ username: string; code: string }>(null, 'POST', '/api/auth/reset-link', { token })

describe('operator’s reset link', () => {
  it('sets a new zip code, ends all sessions and the lockout, and mails the user', async () => {
    const { form, browser } = await aSignedInUser(server)
    for (let i = 0; i < 11; i++)
      await server.call(null, 'POST', '/users', { usernameOrEmail: form.username, zipcode: 'wrong' })
    const address = await createLink(form.username.toUpperCase())
    expect(address).toMatch(/^http:\/\/localhost:3000\/reset-signin#[\w-]{43}$/)
    const resetResponse = await reset(address.split('#')[1] ?? '')
    expect(resetResponse).toMatchObject({ status: 200, body: { username: form.username } })
    expect((await browser.call('GET', '/api/session')).status).toBe(401)
    const logIn = (zipcode: string) => server.call(null, 'POST', '/users', { usernameOrEmail: form.username, zipcode })
    expect((await logIn(form.zipcode)).text).toBe('null')
    expect((await logIn('20200')).status).toBe(200)
    await server.runJobs()
    expect(server.mailbox.messages[0]).toMatchObject({ to: form.email, subject: expect.stringContaining('changed') })
  })

  it('can still be used after it was opened to show the username', async () => {
    const { form } = await aSignedInUser(server)
    const token = (await createLink(form.username)).split('#')[1] ?? ''
    for (let i = 0; i < 2; i++)
      expect(await checkLink(token)).toMatchObject({ status: 200, body: { username: form.username } })
    expect(await checkLink(token.slice(0, -1))).toMatchObject({ status: 410, body: { code: 'link-expired' } })
    expect((await reset(token)).status).toBe(200)
    await server.runJobs()
    expect(server.mailbox.messages[0]?.text).toContain('passkeys and recovery codes no longer work')
    expect(server.mailbox.messages[0]?.text).toContain('/settings/security')
  })

  it('works only once, even for two requests at the same moment', async () => {
    const { form } = await aSignedInUser(server)
    const token = (await createLink(form.username)).split('#')[1] ?? ''
    const both = await Promise.all([reset(token, '11111'), reset(token, '22222')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect((await checkLink(token)).body.code).toBe('link-expired')
    expect((await reset(token)).body.code).toBe('link-expired')
  })

  it('is refused with 410 if its token is older than an hour or invented', async () => {
    const { form } = await aSignedInUser(server)
    const token = (await createLink(form.username)).split('#')[1] ?? ''
    server.clock.advance(hour + 1)
    expect((await reset(token)).status).toBe(410)
    expect((await reset('x'.repeat(43))).status).toBe(410)
  })

  it('remains valid after an attempt with an invalid zip code (400)', async () => {
    const { form } = await aSignedInUser(server)
    const token = (await createLink(form.username)).split('#')[1] ?? ''
    expect(await reset(token, '1')).toMatchObject({ status: 400, body: { code: 'validation-failed' } })
    expect((await reset(token, '1 2-3')).status).toBe(200)
  })

  it('is not created for an unknown username', async () => {
    await expect(createLink('unknown.one')).rejects.toThrow(
      'There is no account with the username or email "unknown.one".',
    )
  })
})
