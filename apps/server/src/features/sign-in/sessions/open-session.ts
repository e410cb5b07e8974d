import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { SignedInUser } from '@pawtrait/contract/users.ts'
import { recordAccountEvent } from '#features/sign-in/credentials/account-events.ts'
import { openSudo } from '#features/sign-in/credentials/open-sudo.ts'
import { refuseSuspendedUser } from '#features/sign-in/log-in/refuse-suspended.ts'
import {
  clearCookie,
  deviceCookie,
  type RequestCookies,
  type SetCookie,
} from '#features/users/account/session-cookie.ts'
import { lockAndCheckUndeleted } from '#features/users/account/soft-delete.ts'
import { getOwnUser } from '#features/users/view.ts'
import type { Context, Tx } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { truncateIp } from '#platform/monitoring/log.ts'
import { hashToken, newToken } from '#platform/security/token.ts'
import { findKnownTimeZone } from '#platform/text/time-zone.ts'
import { describeBrowser } from './describe-browser.ts'
import { SESSION_DAYS } from './session-lifetime.ts'
import {
  deleteOldestSessions,
  deleteSessionByHash,
  insertDevice,
  insertSession,
  markDeviceUsed,
  updateTimeZone,
} from './session-queries.ts'

export type OpenedSession = { user: SignedInUser; session: SessionId; cookies: SetCookie[] }

const SESSIONS_PER_USER = 50
const SESSION_SECONDS = SESSION_DAYS * 86_400

/** Hash of a known device. For an unknown device: `remember` makes it a known device, `forget` does not. */
export type Device = Buffer | 'remember' | 'forget'

type SessionOptions = {
  device: Device
  timeZone?: string | undefined
  first?: (tx: Tx) => Promise<unknown>
  isProof?: boolean
}

/**
 * Opens a new session in this browser and ends its previous session. If the user then has more than fifty sessions, the
 * least recently used sessions end. `first` runs after the account is locked. It must check the credentials again,
 * because they may have changed before the lock. `isProof`: the log-in used a recovery method, so it also starts sudo
 * mode (docs/decisions/0060-recovery-opens-sudo-mode.md).
 * @throws Problem 'account-suspended'
 */
export async function openSession(
  ctx: Context,
  browser: RequestCookies,
  account: { id: UserId },
  options: SessionOptions,
): Promise<OpenedSession> {
  const id = newId<SessionId>(ctx.now)
  const [session, device] = [newToken(), newToken()]
  const timeZone = await findKnownTimeZone(ctx.db, options.timeZone)
  const sudo = await ctx.transaction(async (tx) => {
    await lockAndCheckUndeleted(tx.db, account.id)
    await options.first?.(tx)
    await refuseSuspendedUser(tx.db, account.id)
    const replaced = browser.pt_sid ? await deleteSessionByHash(tx.db, hashToken(browser.pt_sid)) : []
    await insertSession(tx.db, {
      id,
      hash: session.hash,
      userId: account.id,
      label: describeBrowser(ctx.userAgent),
      network: truncateIp(ctx.ip),
      timeZone,
      now: ctx.now,
    })
    const ended = [...replaced, ...(await deleteOldestSessions(tx.db, account.id, SESSIONS_PER_USER))]
    await ctx.live.closeSessions(
      tx.db,
      ended.map(({ id }) => id),
    )
    if (options.device === 'remember') await insertDevice(tx.db, device.hash, account.id, ctx.now)
    else if (options.device !== 'forget') await markDeviceUsed(tx.db, options.device, ctx.now)
    if (timeZone) await updateTimeZone(tx.db, account.id, timeZone)
    await recordAccountEvent(ctx, tx.db, account.id, 'logged-in')
    return options.isProof ? openSudo(tx.db, id, ctx.now) : null
  })
  const cookies: SetCookie[] = [{ name: 'pt_sid', value: session.value, maxAgeSeconds: SESSION_SECONDS }]
  if (options.device !== 'forget')
    cookies.push(deviceCookie(browser, options.device === 'remember' ? [device.value] : []))
  if (browser.pt_chal) cookies.push(clearCookie('pt_chal'))
  if (sudo) cookies.push(sudo.cookie)
  return { user: await getOwnUser(ctx, account.id), session: id, cookies }
}
