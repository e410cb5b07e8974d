import type { Config } from '#app/config.ts'
import { writeLetter } from '#platform/letter.ts'
import { formatInstant } from '#platform/time-zone.ts'

type Departed = { username: string; email: string; timeZone: string }

/** The account was deleted; `restore`: the link that brings it back. */
export const accountLeftLetter = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { username, email, timeZone }: Departed,
  { eraseAt, restore }: { eraseAt: Date; restore: string },
) =>
  writeLetter({
    to: email,
    subject: 'Your Pawtrait account was deleted',
    lines: [
      `Hello ${username},`,
      'Your account was deleted. Nobody sees it or anything of yours, and every device was logged out.',
      `You can have it back until ${formatInstant(eraseAt.toISOString(), timeZone)}. Then all of it is erased.`,
    ],
    button: { words: 'Get my account back', url: restore },
    notes: [`If it was not you, get it back and then change how you log in: ${publicUrl}`],
  })
