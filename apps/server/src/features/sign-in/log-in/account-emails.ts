import { paths } from '@pawtrait/contract/paths.ts'
import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import type { Config } from '#app/config/config.ts'
import { formatContact, renderEmail } from '#platform/mail/render-email.ts'

// E-mails about sign-up, log-in and changes of the account. Users cannot turn them off, so they have no unsubscribe
// link.

type Reader = { username: string; email: string }
type Site = Pick<Config, 'publicUrl' | 'supportContact'>

/** E-mail with a log-in code. `typed`: the kind of secret that was typed before the code was mailed; null for none. */
export const createCodeEmail = (
  { publicUrl }: Site,
  { username, email }: Reader,
  { code, typed }: { code: string; typed: 'zip code' | 'password' | null },
) =>
  renderEmail({
    to: email,
    subject: 'Your Pawtrait log-in code',
    lines: [
      `Hello ${username},`,
      `Your code is ${code}. Type it where you are logging in.`,
      'It works once, for 10 minutes, in that browser only. We will never ask you for it.',
      typed
        ? `If you are not logging in, someone may know your ${typed}.`
        : 'If you did not ask for it, ignore this email. Logging in needs this code.',
    ],
    button: { text: 'Not you? See what to do', url: `${publicUrl}${paths.safety}` },
  })

/** E-mail to the holder of an address that was typed for another account, at sign-up or as its new address. */
export const createAccountExistsEmail = ({ publicUrl }: Site, email: string, username?: string) =>
  renderEmail({
    to: email,
    subject: 'You already have an account at Pawtrait',
    lines: [
      username ? `Hello ${username},` : 'Hello,',
      'Someone, perhaps you, tried to use this email for another account.',
      `You already have one${username ? `, as @${username}` : ''}, and nothing about it has changed.`,
    ],
    button: {
      text: 'Log in',
      url: `${publicUrl}${paths.logIn()}${username ? `?${new URLSearchParams({ username }).toString()}` : ''}`,
    },
    notes: [`Forgot your zip code or password? ${publicUrl}${paths.forgot}`, 'If this wasn’t you, ignore this email.'],
  })

export const createWelcomeEmail = ({ publicUrl }: Site, { username, email }: Reader) =>
  renderEmail({
    to: email,
    subject: 'Welcome to Pawtrait',
    lines: [`Hello ${username},`, 'Your account is ready. Log in within a day to keep it.'],
    button: { text: 'Log in', url: `${publicUrl}${paths.logIn()}` },
    notes: [
      'The first time you log in, we send a code to this address.',
      'If you did not sign up, ignore this email. We will delete the account.',
    ],
  })

export type MailedChange = Exclude<AccountEvent['kind'], 'logged-in' | 'email-changed'>

const changes: Record<MailedChange, { subject: string; line: string }> = {
  'password-set': {
    subject: 'Your Pawtrait password was set',
    line: 'Your password was set, and every other device was logged out. You log in with it now.',
  },
  'password-removed': {
    subject: 'Your Pawtrait password was removed',
    line: 'Your password was removed, and every other device was logged out. You log in with a zip code again.',
  },
  'zip-code-changed': {
    subject: 'Your Pawtrait zip code was changed',
    line: 'Your zip code was changed, and every other device was logged out.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your Pawtrait account',
    line: 'A passkey was added. You can log in with it without typing. A zip code no longer works.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Pawtrait account',
    line: 'A passkey was removed, and every other device was logged out.',
  },
  'recovery-codes-made': {
    subject: 'You have recovery codes at Pawtrait',
    line: 'Recovery codes were made. Each works once, if you can’t log in another way. Older codes no longer work.',
  },
  'recovery-code-used': {
    subject: 'One of your Pawtrait recovery codes was used',
    line: 'One of your recovery codes was used. It no longer works.',
  },
  'email-undone': {
    subject: 'Your Pawtrait email is back',
    line: 'This is the email of your account again. You were logged out everywhere.',
  },
  'username-changed': {
    subject: 'Your Pawtrait username was changed',
    line: 'This is your username now. Links with the old one work for 90 days. It stays reserved for you until then.',
  },
  'account-restored': {
    subject: 'Your Pawtrait account is back',
    line: 'Your account is back, with everything in it. You were logged out everywhere. Log in again.',
  },
  'sign-in-reset': {
    subject: 'Your Pawtrait zip code was changed',
    line:
      'A link from the people who run the site set a new zip code. ' +
      'Your password, passkeys and recovery codes no longer work. You were logged out everywhere.',
  },
}

/** Number and kind of the credentials that were removed when a change of address was undone. */
export type RemovedCredentials = { passkeys: number; recoveryCodes: number; secret: 'zipCode' | 'password' | null }

function removedLines({ passkeys, recoveryCodes, secret }: RemovedCredentials): string[] {
  const removed = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`] : []),
    ...(recoveryCodes > 0 ? ['the recovery codes'] : []),
    ...(secret ? [secret === 'password' ? 'the password' : 'the zip code'] : []),
  ]
  const list = new Intl.ListFormat('en-GB').format(removed)
  return removed.length > 0 ? [`We removed what was added since your email was changed: ${list}.`] : []
}

/** E-mail about a security change of an account. `removed`: credentials removed by undoing a change of the address. */
export const createAccountChangedEmail = (
  { publicUrl, supportContact }: Site,
  { username, email }: Reader,
  kind: MailedChange,
  removed?: RemovedCredentials,
) =>
  renderEmail({
    to: email,
    subject: changes[kind].subject,
    lines: [`Hello ${username},`, changes[kind].line, ...(removed ? removedLines(removed) : [])],
    button: { text: 'Open security settings', url: `${publicUrl}${paths.settingsSecurity}` },
    notes: [
      'If this wasn’t you, change how you log in there. Every other device is then logged out.',
      `If you can’t log in any more: ${publicUrl}${paths.forgot}`,
      ...(supportContact ? [`You can also write to ${formatContact(supportContact)}.`] : []),
    ],
  })

export const createNewAddressCodeEmail = ({ publicUrl }: Site, { username, email }: Reader, code: string) =>
  renderEmail({
    to: email,
    subject: 'Your Pawtrait code',
    lines: [
      `Hello ${username},`,
      `Your code is ${code}. Type it in your settings to use this email for your account.`,
      'It works once, for 10 minutes. We will never ask you for it.',
    ],
    button: { text: 'Open settings', url: `${publicUrl}${paths.settingsAccount}` },
    notes: ['If you did not ask for a code, ignore this email.'],
  })

/** E-mail to the new address after a change of address. */
export const createNewAddressConfirmedEmail = ({ publicUrl }: Site, { username, email }: Reader) =>
  renderEmail({
    to: email,
    subject: 'This is your Pawtrait email now',
    lines: [`Hello ${username},`, 'From now on we email you here, and you can log in with this email.'],
    button: { text: 'Log in', url: `${publicUrl}${paths.logIn()}` },
  })

/** E-mail to the old address after a change of address. `undo`: the link that restores the old address. */
export const createEmailChangedEmail = ({ username, email }: Reader, undo: string) =>
  renderEmail({
    to: email,
    subject: 'Your Pawtrait email was changed',
    lines: [
      `Hello ${username},`,
      'Your account uses another email now. We no longer write to this one.',
      'If this wasn’t you, undo it within 72 hours. Every device is then logged out.',
    ],
    button: { text: 'It wasn’t me: undo it', url: undo },
    notes: ['If this was you, ignore this email.'],
  })
