import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createResetLink } from '#features/sign-in/log-in/reset-sign-in.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { findMailCode } from '#testing/fakes/smtp.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'

let server: TestServer
/** Values that database and log must not contain in clear text, by kind. */
const secrets: Record<string, string> = {}
let email: string

/** Creates all data that sign-in stores: sessions, devices, used and open codes, links and jobs. */
beforeAll(async () => {
  server = await startServer({ MAIL: 'dev' })
  const form = aSignUp({ zipcode: 'QX7Q31ZK' })
  email = form.email
  const browser = aBrowser(server)
  const logIn = { usernameOrEmail: form.username, zipcode: form.zipcode }
  await browser.call('POST', '/users', form)
  await browser.call('POST', '/users', logIn)
  Object.assign(secrets, {
    zip: form.zipcode,
    code: findMailCode(server.mailbox.messages[0]),
    challenge: browser.jar.pt_chal,
  })
  await browser.call<SignedInUser>('POST', '/api/auth/challenge', { code: secrets.code, remember: true })
  Object.assign(secrets, { session: browser.jar.pt_sid, device: browser.jar.pt_dev })
  const other = aBrowser(server)
  await other.call('POST', '/users', { ...logIn, zipcode: 'WRONGZIP99' })
  await other.call('POST', '/api/auth/code', { usernameOrEmail: form.email })
  await server.runJobs()
  Object.assign(secrets, {
    guess: 'WRONGZIP99',
    waiting: findMailCode(server.mailbox.messages[0]),
    other: other.jar.pt_chal,
  })
  const { config, log, database: db } = server.deps
  const link = await createResetLink({ config, log, db, now: server.clock.now() }, form.username)
  secrets.link = link.split('#')[1] ?? ''
  const again = (await createResetLink({ config, log, db, now: server.clock.now() }, form.username)).split('#')[1]
  await server.call(null, 'POST', '/api/auth/reset', { token: again, zipcode: 'NEWZIP4711' })
  Object.assign(secrets, { again, newZip: 'NEWZIP4711' })
  await browser.call('POST', '/users', { ...logIn, zipcode: 'NEWZIP4711' })
  secrets.waitingNow = findMailCode(server.mailbox.messages[0])
})
afterAll(() => server.stop())

it('the database contains no zip code, token or e-mailed code in clear text (security check A10)', async () => {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  const tables = await owner.rows<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows = await Promise.all(
    tables.map(({ name }) => owner.rows<{ text: string }>(sql`select t::text as text from ${sql.raw(name)} t`)),
  )
  await owner.close()
  const dump = rows
    .flat()
    .map(({ text }) => text)
    .join('\n')
  // Checks that the dump contains values. Otherwise the following checks would always pass.
  expect(dump).toContain(email)
  expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true)
  for (const [kind, secret] of Object.entries(secrets)) {
    expect([kind, dump.includes(secret)]).toEqual([kind, false])
    const encoded = [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
    expect([kind, encoded.some((text) => dump.includes(text))]).toEqual([kind, false])
  }
})

it('the log contains no zip code, token, e-mailed code or e-mail address (security check A11)', () => {
  const log = server.lines.join('')
  expect(log).toContain('"route":"/users"')
  for (const [kind, secret] of Object.entries({ ...secrets, email }))
    expect([kind, log.includes(secret)]).toEqual([kind, false])
})
