import type { AccountEvent } from '@pawtrait/contract/credentials.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config.ts'
import { writeLetter } from '#platform/letter.ts'

// E-mail that signing up and in sends. Nobody can be without it, so none says how to stop it.

type Reader = { username: string; email: string }
type Site = Pick<Config, 'publicUrl'>

/** The code for signing in on a browser we do not know. */
export const codeLetter = ({ publicUrl }: Site, { username, email }: Reader, code: string) =>
  writeLetter({
    to: email,
    subject: 'Your Pawtrait sign-in code',
    lines: [
      `Hello ${username},`,
      `Your code is ${code}. Type it where you are logging in.`,
      'It works once, for 10 minutes, in that browser only. Nobody from Pawtrait will ever ask you for it.',
      'If you are not logging in, somebody may know your zip code.',
    ],
    button: { words: 'Not you? See what to do', url: `${publicUrl}${paths.safety}` },
  })

/** To the holder of an address that somebody has just signed up with again. */
export const accountExistsLetter = ({ publicUrl }: Site, { email }: Reader) =>
  writeLetter({
    to: email,
    subject: 'You already have an account at Pawtrait',
    lines: [
      'Hello,',
      'Somebody, perhaps you, has tried to use this address for another account.',
      'You already have one, and nothing about it has changed.',
    ],
    button: { words: 'Log in', url: `${publicUrl}${paths.logIn()}` },
    notes: ['If it was not you, there is nothing to do.'],
  })

/** After a sign-up that waits for its first log-in. */
export const welcomeLetter = ({ publicUrl }: Site, { username, email }: Reader) =>
  writeLetter({
    to: email,
    subject: 'Welcome to Pawtrait',
    lines: [`Hello ${username},`, 'Your account is ready. Log in within a day to keep it.'],
    button: { words: 'Log in', url: `${publicUrl}${paths.logIn()}` },
    notes: [
      'The first time, we send a code to this address.',
      'If you did not sign up, do nothing. The account is then deleted.',
    ],
  })

const changes: Record<AccountEvent['kind'], { subject: string; line: string }> = {
  'logged-in': { subject: 'Somebody logged in', line: 'Somebody logged in to your account.' },
  'password-set': {
    subject: 'Your Pawtrait password was set',
    line: 'Your password was set, and every other device was logged out. It is now what you log in with.',
  },
  'password-removed': {
    subject: 'Your Pawtrait password was removed',
    line: 'Your password was removed, and every other device was logged out. You log in with a zip code again.',
  },
  'zip-code-changed': {
    subject: 'Your Pawtrait zip code was changed',
    line: 'Your zip code was changed, and every other device was logged out.',
  },
  'sign-in-reset': {
    subject: 'Your Pawtrait zip code was changed',
    line: 'Your zip code was changed, and you were logged out everywhere.',
  },
}

/** What somebody logs in with was changed. */
export const secretChangedLetter = ({ publicUrl }: Site, { username, email }: Reader, kind: AccountEvent['kind']) =>
  writeLetter({
    to: email,
    subject: changes[kind].subject,
    lines: [`Hello ${username},`, changes[kind].line],
    button: { words: 'Log in', url: `${publicUrl}${paths.logIn()}` },
    notes: [`If it was not you, write to the team of ${publicUrl} now.`],
  })
