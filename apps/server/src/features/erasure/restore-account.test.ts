import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'
import { aBrowser } from '#testing/sign-in.ts'
import { aSudoUser } from '#testing/sudo-user.ts'

const server = serverForFile({ MAIL: 'dev' })

const restoreAccount = (body: object) => aBrowser(server).call('POST', '/api/account/restore', body)
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '"requestId":""')

it('POST /api/account/restore returns identical bytes after 250 ms for unknown names and wrong secrets', async () => {
  const [activeUser, deletedUser, expiredUser] = [
    await aSudoUser(server),
    await aSudoUser(server),
    await aSudoUser(server),
  ]
  const { codes } = (await deletedUser.browser.call<{ codes: string[] }>('POST', '/api/recovery-codes')).body
  await deletedUser.browser.call('PUT', '/api/recovery-codes', { code: codes[0] })
  for (const leaver of [deletedUser, expiredUser]) await leaver.browser.call('DELETE', '/api/account')
  await server.deps.database.rows(sql`
    update users set deleted_at = ${new Date(server.clock.now().getTime() - 31 * day).toISOString()}
    where id = ${expiredUser.user.id}`)
  const restoreByName = (name: string, proof: object) => restoreAccount({ usernameOrEmail: name, ...proof })
  const { zipcode } = deletedUser.form
  server.clock.waited.length = 0
  const failedResponses = [
    await restoreByName('not.there', { zipcode }),
    await restoreByName('not.there', { recoveryCode: 'AAAAA-AAAAA' }),
    await restoreByName(activeUser.form.username, { zipcode }),
    await restoreByName(activeUser.form.username, { recoveryCode: 'AAAAA-AAAAA' }),
    await restoreByName(expiredUser.form.username, { zipcode }),
    await restoreByName(expiredUser.form.email, { recoveryCode: 'AAAAA-AAAAA' }),
    await restoreByName(deletedUser.form.username, { zipcode: 'wrong' }),
    await restoreByName(deletedUser.form.email, { recoveryCode: 'AAAAA-AAAAA' }),
  ]
  expect(failedResponses[0]?.status).toBe(403)
  expect(new Set(failedResponses.map(({ status, text }) => `${status} ${withoutRequestId(text)}`)).size).toBe(1)
  expect(server.clock.waited).toEqual(failedResponses.map(() => 250))
  expect((await restoreByName(deletedUser.form.username, { recoveryCode: codes[0] })).status).toBe(200)
})
