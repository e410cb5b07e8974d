import { RECOVERY_CODE_COUNT } from '@pawtrait/contract/sign-in/recovery-codes.ts'
import { recordCredentialChange } from '#features/sign-in/credentials/record-credential-change.ts'
import { sudoBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { lockOwnAccount } from '#features/sign-in/sessions/lock-own-account.ts'
import type { UserContext } from '#platform/context.ts'
import { countAttempt, subtractAttempt } from '#platform/security/throttle.ts'
import { generateRecoveryCode, hashRecoveryCode, wrongRecoveryCodeProblem } from './recovery-code.ts'
import {
  activateUnconfirmedCodes,
  deleteUnconfirmedCodes,
  insertRecoveryCodes,
  selectUnconfirmedCode,
} from './recovery-code-queries.ts'

/** Creates ten codes, which only this call returns. The previous codes are valid until a new code is confirmed. */
export async function createRecoveryCodes(ctx: UserContext): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode)
  await ctx.transaction(async ({ db }) => {
    await lockOwnAccount(ctx, db)
    await deleteUnconfirmedCodes(db, ctx.viewer)
    const hashes = codes.map((code) => hashRecoveryCode(ctx, ctx.viewer, code))
    await insertRecoveryCodes(db, ctx.viewer, hashes, ctx.now)
  })
  return { codes }
}

/** Activates the new codes: typing one proves that the user has stored them. @throws Problem 'invalid-code' */
export async function confirmRecoveryCodes(ctx: UserContext, typedCode: string): Promise<void> {
  const buckets = sudoBuckets(ctx.viewer)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  await ctx.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx.db)
    if (!(await selectUnconfirmedCode(tx.db, ctx.viewer, hashRecoveryCode(ctx, ctx.viewer, typedCode))))
      throw wrongRecoveryCodeProblem()
    await activateUnconfirmedCodes(tx.db, ctx.viewer, ctx.now)
    await subtractAttempt(tx.db, buckets)
    await recordCredentialChange(ctx, tx, 'recovery-codes-made')
  })
  ctx.log.info('recovery-codes-made', { user: ctx.viewer, requestId: ctx.requestId })
}
