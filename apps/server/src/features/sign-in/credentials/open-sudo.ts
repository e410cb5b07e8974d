import type { SessionId } from '@pawtrait/contract/ids.ts'
import { type SetCookie } from '#features/users/account/session-cookie.ts'
import type { Db } from '#platform/database/db.ts'
import { newToken } from '#platform/security/token.ts'
import { updateSudoToken } from './credential-queries.ts'

const SUDO_MINUTES = 10

/** Opens sudo mode for the session, for ten minutes. Returns its end and the new cookie. */
export async function openSudo(db: Db, session: SessionId, now: Date): Promise<{ until: Date; cookie: SetCookie }> {
  const token = newToken()
  const until = new Date(now.getTime() + SUDO_MINUTES * 60_000)
  await updateSudoToken(db, session, token.hash, until)
  return { until, cookie: { name: 'pt_sudo', value: token.value, maxAgeSeconds: SUDO_MINUTES * 60 } }
}
