import type { OwnUser } from '@pawtrait/contract/users.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeResetLink } from '#features/sign-in/log-in/reset-sign-in.ts'
import { besides } from '#testing/database/database.ts'
import { codeIn } from '#testing/fakes/smtp.ts'
import { startServer, type TestServer } from '#testing/server.ts'
import { aBrowser, aSignUp } from '#testing/sign-in.ts'

let server: TestServer
/** What must never stand in clear in the database or a log, by what it is. */
const secrets: Record<string, string> = {}
let email: string

/** Everything that signing in can leave behind: sessions, devices, codes answered and waiting, links, jobs. */
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
    code: codeIn(server.mailbox.messages[0]),
    challenge: browser.jar.pt_chal,
  })
  await browser.call<OwnUser>('POST', '/api/auth/challenge', { code: secrets.code, remember: true })
  Object.assign(secrets, { session: browser.jar.pt_sid, device: browser.jar.pt_dev })
  const other = aBrowser(server)
  await other.call('POST', '/users', { ...logIn, zipcode: 'WRONGZIP99' })
  await other.call('POST', '/api/auth/code', { usernameOrEmail: form.email })
  await server.runJobs()
  Object.assign(secrets, { guess: 'WRONGZIP99', waiting: codeIn(server.mailbox.messages[0]), other: other.jar.pt_chal })
  const { config, log, database: db } = server.deps
  const link = await makeResetLink({ config, log, db, now: server.clock.now() }, form.username)
  secrets.link = link.split('#')[1] ?? ''
  const again = (await makeResetLink({ config, log, db, now: server.clock.now() }, form.username)).split('#')[1]
  await server.call(null, 'POST', '/api/auth/reset', { token: again, zipcode: 'NEWZIP4711' })
  Object.assign(secrets, { again, newZip: 'NEWZIP4711' })
  await browser.call('POST', '/users', { ...logIn, zipcode: 'NEWZIP4711' })
  secrets.waitingNow = codeIn(server.mailbox.messages[0])
})
afterAll(() => server.stop())

it('A10 the database holds no zip code, token or code in clear', async () => {
  const owner = await besides(server.deps.database, 'owner')
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
  expect(dump).toContain(email) // the dump sees what is there
  expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true)
  for (const [what, secret] of Object.entries(secrets)) {
    expect([what, dump.includes(secret)]).toEqual([what, false])
    const encoded = [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
    expect([what, encoded.some((text) => dump.includes(text))]).toEqual([what, false])
  }
})

it('A11 the log holds none of them, no address and no name', () => {
  const log = server.lines.join('')
  expect(log).toContain('"route":"/users"')
  for (const [what, secret] of Object.entries({ ...secrets, email }))
    expect([what, log.includes(secret)]).toEqual([what, false])
})
