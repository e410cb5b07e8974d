import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'
import { aSignUp } from '#testing/sign-in.ts'

const server = serverForFile()

const logIn = (usernameOrEmail: string, zipcode: string) =>
  server.call<SignedInUser>(null, 'POST', '/users', { usernameOrEmail, zipcode })

async function anAccount(zipcode = '00100') {
  const form = aSignUp({ zipcode })
  await server.call(null, 'POST', '/users', form)
  return form
}

describe('log-in with text in another Unicode form', () => {
  it('verifies two hashes for a password not in NFC, also for an unknown user (security check A03)', async () => {
    const { username } = await anAccount()
    const measure = async (name: string) => {
      const verified = server.deps.secrets.verified()
      await logIn(name, 'Kisu\u0301mu ya mvua')
      return server.deps.secrets.verified() - verified
    }
    expect([await measure(username), await measure('nobody.at.all')]).toEqual([2, 2])
  })

  it('accepts a password in NFC and NFD after a log-in has renewed the hash of an older release', async () => {
    const { username } = await anAccount()
    const [nfc, nfd] = ['Kis\u00FAmu ya mvua', 'Kisu\u0301mu ya mvua']
    const store = async (typed: string) =>
      server.deps.database.rows(sql`
        update users set zip_hash = null, password_hash = ${await server.deps.secrets.hash(typed)}
        where username = ${username}`)
    await store(nfc)
    expect((await logIn(username, nfd)).body).toMatchObject({ username })
    await store(nfd)
    expect((await logIn(username, nfc)).text).toBe('null')
    expect((await logIn(username, nfd)).body).toMatchObject({ username })
    expect((await logIn(username, nfc)).body).toMatchObject({ username })
  })

  it('accepts a pasted username with invisible characters around it', async () => {
    const { username } = await anAccount()
    expect((await logIn(`\u200B${username}\u200E`, '00100')).body).toMatchObject({ username })
  })

  it('accepts an e-mail address in NFD, or with the domain in Punycode (xn--)', async () => {
    const { username, email } = await anAccount()
    const stored = `zo\u00EB@b\u00FCcher.example`
    await server.deps.database.rows(sql`update users set email = ${stored} where email = ${email}`)
    const others = ['zoe\u0308@bu\u0308cher.example', 'ZO\u00CB@xn--bcher-kva.example']
    for (const typed of [stored, ...others]) expect((await logIn(typed, '00100')).body).toMatchObject({ username })
  })

  it('distinguishes two accounts with e-mail addresses that differ only by NFC and NFD', async () => {
    const [one, two] = [await anAccount('10100'), await anAccount('20100')]
    const store = (username: string, email: string) =>
      server.deps.database.rows(sql`update users set email = ${email} where username = ${username}`)
    await store(one.username, 'ren\u00E9@pair.example')
    await store(two.username, 'rene\u0301@pair.example')
    expect((await logIn('ren\u00E9@pair.example', '10100')).body).toMatchObject({ username: one.username })
    expect((await logIn('rene\u0301@pair.example', '20100')).body).toMatchObject({ username: two.username })
    const third = aSignUp({ email: 'rene\u0301@pair.example' })
    expect((await server.call(null, 'POST', '/users', third)).status).toBe(409)
  })
})
