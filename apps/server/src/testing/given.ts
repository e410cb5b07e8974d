import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import { insertSession, insertUser } from '#features/users/queries.ts'
import { newToken } from '#features/users/session-cookie.ts'
import { newId } from '#platform/id.ts'
import type { TestServer } from './server.ts'

/** A user of the test's own, signed in: `cookie` makes calls theirs. */
export type TestUser = { id: UserId; username: string; email: string; cookie: string; session: SessionId }

let made = 0

/** Writes a user and a session straight into the database: sign-up has tests of its own. */
export async function aUser(
  server: TestServer,
  more: { username?: string; fullname?: string } = {},
): Promise<TestUser> {
  const { database, clock } = server.deps
  const username = more.username ?? `user${++made}`
  const id = newId<UserId>(clock.now())
  const email = `${username}@example.test`
  await insertUser(database, {
    id,
    username,
    email,
    fullname: more.fullname ?? `Person ${username}`,
    zipHash: '',
    state: 'active',
    timeZone: 'Africa/Nairobi',
    now: clock.now(),
  })
  const token = newToken()
  const session = newId<SessionId>(clock.now())
  await insertSession(database, {
    id: session,
    hash: token.hash,
    userId: id,
    label: 'Test',
    network: '',
    now: clock.now(),
  })
  return { id, username, email, cookie: `pt_sid=${token.value}`, session }
}
