import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'

const server = serverForFile({ MAIL: 'dev' })

const restore = (body: object) => aBrowser(server).call('POST', '/api/account/restore', body)
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '"requestId":""')

it('POST /api/account/restore returns identical bytes after 250 ms for unknown names and wrong secrets', async () => {
  const [present, deleted, late] = [await aSudoUser(server), await aSudoUser(server), await aSudoUser(server)]
  const { codes } = (await deleted.browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
  await deleted.browser.call('PUT', '/api/recovery-codes', { code: codes[0] })
  for (const leaver of [deleted, late]) await leaver.browser.call('DELETE', '/api/account')
  await server.deps.database.rows(sql`
    update users set deleted_at = ${new Date(server.clock.now().getTime() - 31 * day).toISOString()}
    where id = ${late.user.id}`)
  const named = (name: string, proof: object) => restore({ usernameOrEmail: name, ...proof })
  const { zipcode } = deleted.form
  server.clock.waited.length = 0
  const failed = [
    await named('not.there', { zipcode }),
    await named('not.there', { recoveryCode: 'AAAAA-AAAAA' }),
    await named(present.form.username, { zipcode }),
    await named(present.form.username, { recoveryCode: 'AAAAA-AAAAA' }),
    await named(late.form.username, { zipcode }),
    await named(late.form.email, { recoveryCode: 'AAAAA-AAAAA' }),
    await named(deleted.form.username, { zipcode: 'wrong' }),
    await named(deleted.form.email, { recoveryCode: 'AAAAA-AAAAA' }),
  ]
  expect(failed[0]?.status).toBe(403)
  expect(new Set(failed.map(({ status, text }) => `${status} ${withoutRequestId(text)}`)).size).toBe(1)
  expect(server.clock.waited).toEqual(failed.map(() => 250))
  expect((await named(deleted.form.username, { recoveryCode: codes[0] })).status).toBe(200)
})
