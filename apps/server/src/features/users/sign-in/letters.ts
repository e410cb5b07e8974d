import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config.ts'
import type { Message } from '#platform/mail.ts'

// E-mail that signing up and in sends.

type Reader = { username: string; email: string }

const letter = (to: string, subject: string, lines: string[]): Message => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
})

/** The code for signing in on a browser we do not know. */
export const codeLetter = ({ publicUrl }: Pick<Config, 'publicUrl'>, { username, email }: Reader, code: string) =>
  letter(email, 'Your Pawtrait sign-in code', [
    `Hello ${username},`,
    `your code is ${code}. Type it where you are logging in. It works once, for 10 minutes, in that browser only.`,
    'Nobody from Pawtrait will ever ask you for it.',
    `If you are not logging in, somebody may know your zip code: ${publicUrl}${paths.safety} says what you can do.`,
  ])

/** To the holder of an address that somebody has just signed up with again. */
export const accountExistsLetter = ({ publicUrl }: Pick<Config, 'publicUrl'>, { email }: Reader) =>
  letter(email, 'You already have an account at Pawtrait', [
    'Hello,',
    'somebody, perhaps you, has tried to use this address for another account.',
    'You already have one, and it is as before.',
    `Log in with this address: ${publicUrl}${paths.logIn()}`,
    'If it was not you, there is nothing to do.',
  ])

/** After a sign-up that waits for its first log-in. */
export const welcomeLetter = ({ publicUrl }: Pick<Config, 'publicUrl'>, { username, email }: Reader) =>
  letter(email, 'Welcome to Pawtrait', [
    `Hello ${username},`,
    `your account is ready. Log in within a day: ${publicUrl}${paths.logIn()}`,
    'The first time, a code comes to this address. If you did not sign up, do nothing and the account goes away.',
  ])

/** The zip code was set anew by the operator's link. */
export const zipChangedLetter = ({ publicUrl }: Pick<Config, 'publicUrl'>, { username, email }: Reader) =>
  letter(email, 'Your Pawtrait zip code was changed', [
    `Hello ${username},`,
    'your zip code has been set anew, and you were logged out everywhere.',
    `If it was not you, write to the team of ${publicUrl} now.`,
  ])
