import type { Credentials, SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import type { PasskeyAssertion } from '@pawtrait/contract/sign-in/passkeys.ts'
import { consumeCode } from '#features/sign-in/log-in/answer-challenge.ts'
import { sudoBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { mailChallenge } from '#features/sign-in/log-in/mail-code.ts'
import { invalidPasskeyProblem } from '#features/sign-in/passkeys/challenge.ts'
import { verifyPasskey } from '#features/sign-in/passkeys/verify-passkey.ts'
import { selectAccountById } from '#features/sign-in/queries.ts'
import { consumeRecoveryCode } from '#features/sign-in/recovery-codes/consume-recovery-code.ts'
import { type RequestCookies, type SetCookie } from '#features/users/account/session-cookie.ts'
import type { Deps, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt, subtractAttempt } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { verifySecret } from './check-secret.ts'
import { type CredentialRow, selectCredentials } from './credential-queries.ts'
import { openSudo } from './open-sudo.ts'

type Proof = {
  [field in 'zipcode' | 'zipCode' | 'password' | 'code' | 'recoveryCode']?: string | undefined
} & { passkey?: PasskeyAssertion | undefined }

const listSudoMethods = ({ mail }: Pick<Deps, 'mail'>, row: CredentialRow): SudoMethod[] => [
  ...(row.passkeys > 0 ? (['passkey'] as const) : []),
  ...(row.hasPassword ? (['password'] as const) : row.hasZip ? (['zip-code'] as const) : []),
  ...(mail.on ? (['email'] as const) : []),
  ...(row.recoveryCodes?.left ? (['recovery-code'] as const) : []),
]

/** Requires sudo mode. @throws Problem 'sudo-required'; 'unauthenticated' when the session has just ended */
export async function requireSudo(
  deps: Pick<Deps, 'database' | 'clock' | 'mail'>,
  session: UserContext['session'],
  { pt_sudo }: RequestCookies,
): Promise<void> {
  const hash = pt_sudo ? hashToken(pt_sudo) : null
  const row = await selectCredentials(deps.database, session, hash, deps.clock.now())
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  if (row.isSudo) return
  throw new Problem('sudo-required', 'Confirm it’s you first.', { methods: listSudoMethods(deps, row) })
}

export async function getCredentials(ctx: UserContext): Promise<Credentials> {
  const row = await selectCredentials(ctx.db, ctx.session, null, ctx.now)
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  const since = { since: row.since }
  return {
    zipCode: row.hasZip ? since : null,
    password: row.hasPassword ? since : null,
    passkeys: row.passkeys,
    recoveryCodes: row.recoveryCodes && {
      since: new Date(row.recoveryCodes.since).toISOString(),
      left: row.recoveryCodes.left,
    },
    mailsCodes: ctx.mail.on,
    sudoMethods: listSudoMethods(ctx, row),
  }
}

/**
 * Starts sudo mode in this browser for ten minutes, with a new sudo cookie. A stolen session cookie alone does not give
 * access to sudo mode. The session cookie does not change, so that concurrent requests succeed.
 * @throws Problem 'wrong-secret', 'invalid-passkey', 'invalid-code', 'code-expired', 'code-replaced',
 * 'too-many-attempts'
 */
export async function enterSudo(
  ctx: UserContext,
  browser: RequestCookies,
  proof: Proof,
): Promise<{ until: Date; cookie: SetCookie }> {
  ctx.secrets.refuseWhenBusy()
  const buckets = sudoBuckets(ctx.viewer)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  await verifyProof(ctx, browser, proof)
  const opened = await ctx.transaction(async ({ db }) => {
    await subtractAttempt(db, buckets)
    return openSudo(db, ctx.session, ctx.now)
  })
  ctx.log.info('sudo', { user: ctx.viewer, requestId: ctx.requestId })
  return opened
}

async function verifyProof(
  ctx: UserContext,
  browser: RequestCookies,
  { code, passkey, recoveryCode, ...secret }: Proof,
) {
  if (recoveryCode !== undefined) return ctx.transaction((tx) => consumeRecoveryCode(ctx, tx, ctx.viewer, recoveryCode))
  if (passkey) return verifyPasskeyProof(ctx, passkey)
  if (code !== undefined) return consumeCode(ctx, browser, code, ctx.viewer)
  const account = await selectAccountById(ctx.db, ctx.viewer, ctx.now)
  const typed = secret.password ?? secret.zipCode ?? secret.zipcode ?? ''
  if (account && (await verifySecret(ctx.secrets, account, typed))) return
  throw new Problem(
    'wrong-secret',
    account?.passwordHash ? 'That password is not right.' : 'That zip code is not right.',
  )
}

async function verifyPasskeyProof(ctx: UserContext, assertion: PasskeyAssertion) {
  const { owner, use } = await verifyPasskey(ctx, assertion)
  if (owner.userId !== ctx.viewer) throw invalidPasskeyProblem()
  await ctx.transaction(({ db }) => use(db))
}

/** Mails the viewer a code. @throws Problem 'conflict' if mail is off, 'mail-unavailable', 'too-many-codes' */
export async function mailSudoCode(ctx: UserContext, browser: RequestCookies): Promise<SetCookie> {
  if (!ctx.mail.on) throw new Problem('conflict', 'We can’t send email here.')
  const account = await selectAccountById(ctx.db, ctx.viewer, ctx.now)
  if (!account) throw new Problem('unauthenticated', 'Log in to do this.')
  return (await mailChallenge(ctx, browser, account, { isSecretTyped: false })).cookie
}
