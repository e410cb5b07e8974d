import { sql } from 'drizzle-orm'
import { aUser } from './fixtures.ts'
import type { TestServer } from './server.ts'
import { aBrowser } from './sign-in.ts'

/** Creates a user with a zip code, in sudo mode in their own browser. */
export async function aSudoUser(server: TestServer, more: { username?: string; fullname?: string } = {}) {
  const user = await aUser(server, more)
  const zipcode = '00100'
  const zipHash = await server.deps.secrets.hash(zipcode)
  await server.deps.database.rows(sql`update users set zip_hash = ${zipHash} where id = ${user.id}`)
  const browser = aBrowser(server)
  browser.jar.pt_sid = user.cookie.replace('pt_sid=', '')
  const { status, text } = await browser.call('POST', '/api/sudo', { zipcode })
  if (status !== 200) throw new Error(`Sudo mode was refused: ${status} ${text}`)
  return { user, browser, form: { username: user.username, email: user.email, zipcode } }
}
