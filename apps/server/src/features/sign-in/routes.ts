import * as credentials from '@pawtrait/contract/sign-in/credentials.ts'
import * as passkeys from '@pawtrait/contract/sign-in/passkeys.ts'
import * as recoveryCodes from '@pawtrait/contract/sign-in/recovery-codes.ts'
import * as contract from '@pawtrait/contract/sign-in/sign-in.ts'
import { getViewer } from '@pawtrait/contract/users.ts'
import { cookieName, type RequestCookies, setCookies } from '#features/users/account/session-cookie.ts'
import { readViewer } from '#features/users/view.ts'
import type { Context } from '#platform/context.ts'
import type { App, HttpExchange } from '#platform/http/serve.ts'
import { listAccountEvents } from './credentials/account-events.ts'
import { changeEmail, confirmEmail } from './credentials/change-email.ts'
import { changeZipCode, removePassword, setPassword } from './credentials/change-secret.ts'
import { changeUsername } from './credentials/change-username.ts'
import { enterSudo, getCredentials, mailSudoCode } from './credentials/sudo.ts'
import { undoEmailChange } from './credentials/undo-email-change.ts'
import { answerChallenge } from './log-in/answer-challenge.ts'
import { logIn } from './log-in/log-in.ts'
import { requestCode } from './log-in/mail-code.ts'
import { withAppealCookie } from './log-in/refuse-suspended.ts'
import { checkResetLink, resetSignIn } from './log-in/reset-sign-in.ts'
import { readSignUpOrLogIn } from './log-in/sign-up-or-log-in.ts'
import { addPasskey, createPasskeyOptions, listPasskeys } from './passkeys/add-passkey.ts'
import { removePasskey, renamePasskey } from './passkeys/change-passkeys.ts'
import { logInByPasskey } from './passkeys/log-in-by-passkey.ts'
import { createOfferedPasskeyOptions, storeOfferedPasskey } from './passkeys/offered-passkey.ts'
import { readOffer } from './passkeys/passkey-offer.ts'
import { buildRequestOptions } from './passkeys/verify-passkey.ts'
import { confirmRecoveryCodes, createRecoveryCodes } from './recovery-codes/create-recovery-codes.ts'
import { logInByRecoveryCode } from './recovery-codes/log-in-by-recovery-code.ts'
import { endOtherSessions, endSession, logOut } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { checkUsername } from './sign-up/check-username.ts'
import { signUp } from './sign-up/sign-up.ts'

function readCookies({ config }: Context, { request: { cookies } }: HttpExchange): RequestCookies {
  const value = (name: keyof RequestCookies) => cookies[cookieName(config, name)]
  const [pt_sid, pt_dev, pt_chal] = [value('pt_sid'), value('pt_dev'), value('pt_chal')]
  return { pt_sid, pt_dev, pt_chal, pt_sudo: value('pt_sudo'), pt_offer: value('pt_offer') }
}

export function signInRoutes(app: App) {
  app.serve(contract.signUpOrLogIn, async (ctx, { body }, http) => {
    const parsed = readSignUpOrLogIn(body)
    if (parsed.is === 'sign-up') {
      const user = await signUp(ctx, parsed.form, parsed.proof)
      http.reply.status(201)
      return user
    }
    const outcome = await withAppealCookie(ctx, http, () =>
      logIn(ctx, readCookies(ctx, http), parsed.form, parsed.proof),
    )
    if (outcome.is === 'wrong') return null
    setCookies(ctx, http, outcome.is === 'challenged' ? [outcome.cookie] : outcome.cookies)
    if (outcome.is === 'challenged') throw outcome.refusal
    return outcome.user
  })
  app.serve(contract.checkUsername, (ctx, { params, query }) => checkUsername(ctx, params.name, query.fullname))
  sessionRoutes(app)
  codeRoutes(app)
  credentialRoutes(app)
  passkeyRoutes(app)
  recoveryCodeRoutes(app)
}

function sessionRoutes(app: App) {
  app.serve(getViewer, (ctx) => readViewer(ctx, ctx.viewer))
  app.serve(contract.logOut, async (ctx, _, http) => {
    setCookies(ctx, http, await logOut(ctx, readCookies(ctx, http)))
    if (ctx.config.mode === 'production') http.reply.header('clear-site-data', '"storage"')
    return undefined
  })
  app.serve(contract.listSessions, (ctx) => listSessions(ctx))
  app.serve(contract.endSession, async (ctx, { params }) => {
    await endSession(ctx, params.id)
    return undefined
  })
  app.serve(contract.endOtherSessions, async (ctx) => {
    await endOtherSessions(ctx)
    return undefined
  })
}

function codeRoutes(app: App) {
  app.serve(contract.submitChallengeCode, async (ctx, { body }, http) => {
    const { user, cookies } = await withAppealCookie(ctx, http, () =>
      answerChallenge(ctx, readCookies(ctx, http), body),
    )
    setCookies(ctx, http, cookies)
    return user
  })
  app.serve(contract.mailLogInCode, async (ctx, { body }, http) => {
    setCookies(ctx, http, [await requestCode(ctx, readCookies(ctx, http), body)])
    return { sent: true as const }
  })
  app.serve(contract.checkResetLink, (ctx, { body }) => checkResetLink(ctx, body.token))
  app.serve(contract.resetSignIn, async (ctx, { body }, http) => {
    const { username, cookies } = await resetSignIn(ctx, readCookies(ctx, http), body)
    setCookies(ctx, http, cookies)
    return { username }
  })
}

function credentialRoutes(app: App) {
  app.serve(credentials.getCredentials, (ctx) => getCredentials(ctx))
  app.serve(credentials.listAccountEvents, (ctx) => listAccountEvents(ctx))
  app.serve(credentials.enterSudoMode, async (ctx, { body }, http) => {
    const { until, cookie } = await enterSudo(ctx, readCookies(ctx, http), body)
    setCookies(ctx, http, [cookie])
    return { until: until.toISOString() }
  })
  app.serve(credentials.mailSudoCode, async (ctx, _, http) => {
    setCookies(ctx, http, [await mailSudoCode(ctx, readCookies(ctx, http))])
    return { sent: true as const }
  })
  app.serve(credentials.setPassword, async (ctx, { body }, http) => {
    setCookies(ctx, http, await setPassword(ctx, readCookies(ctx, http), body.password))
    return undefined
  })
  app.serve(credentials.removePassword, async (ctx, { body }, http) => {
    setCookies(ctx, http, await removePassword(ctx, readCookies(ctx, http), body.zipcode))
    return undefined
  })
  app.serve(credentials.changeEmail, (ctx, { body }) => changeEmail(ctx, body.email))
  app.serve(credentials.confirmEmail, (ctx, { body }) => confirmEmail(ctx, body.code))
  app.serve(credentials.undoEmailChange, (ctx, { body }) => undoEmailChange(ctx, body.token))
  app.serve(credentials.changeUsername, (ctx, { body }) => changeUsername(ctx, body.username))
  app.serve(credentials.changeZipCode, async (ctx, { body }, http) => {
    setCookies(ctx, http, await changeZipCode(ctx, readCookies(ctx, http), body.zipcode))
    return undefined
  })
}

function passkeyRoutes(app: App) {
  app.serve(passkeys.listPasskeys, (ctx) => listPasskeys(ctx))
  app.serve(passkeys.createPasskeyOptions, (ctx) => createPasskeyOptions(ctx))
  app.serve(passkeys.addPasskey, async (ctx, { body }, http) => {
    const { passkey, cookies } = await addPasskey(ctx, readCookies(ctx, http), body)
    setCookies(ctx, http, cookies)
    return passkey
  })
  app.serve(passkeys.getPasskeyOffer, async (ctx, _, http) => {
    const offer = await readOffer(ctx, ctx.db, readCookies(ctx, http))
    return { offered: offer !== undefined, keepsPassword: Boolean(offer?.account.passwordHash) }
  })
  app.serve(passkeys.createOfferedPasskeyOptions, (ctx, _, http) =>
    createOfferedPasskeyOptions(ctx, readCookies(ctx, http)),
  )
  app.serve(passkeys.storeOfferedPasskey, async (ctx, { body }, http) => {
    const { passkey, cookies } = await storeOfferedPasskey(ctx, readCookies(ctx, http), body.credential)
    setCookies(ctx, http, cookies)
    return passkey
  })
  app.serve(passkeys.renamePasskey, (ctx, { params, body }) => renamePasskey(ctx, params.id, body.name))
  app.serve(passkeys.removePasskey, async (ctx, { params, body }, http) => {
    setCookies(ctx, http, await removePasskey(ctx, readCookies(ctx, http), params.id, body.zipcode))
    return undefined
  })
  app.serve(passkeys.createPasskeyLogInOptions, (ctx) => buildRequestOptions(ctx))
  app.serve(passkeys.logInByPasskey, async (ctx, { body }, http) => {
    const { user, cookies } = await withAppealCookie(ctx, http, () => logInByPasskey(ctx, readCookies(ctx, http), body))
    setCookies(ctx, http, cookies)
    return user
  })
}

function recoveryCodeRoutes(app: App) {
  app.serve(recoveryCodes.createRecoveryCodes, (ctx) => createRecoveryCodes(ctx))
  app.serve(recoveryCodes.confirmRecoveryCodes, async (ctx, { body }) => {
    await confirmRecoveryCodes(ctx, body.code)
    return undefined
  })
  app.serve(recoveryCodes.logInByRecoveryCode, async (ctx, { body }, http) => {
    const { user, cookies } = await withAppealCookie(ctx, http, () =>
      logInByRecoveryCode(ctx, readCookies(ctx, http), body),
    )
    setCookies(ctx, http, cookies)
    return user
  })
}
