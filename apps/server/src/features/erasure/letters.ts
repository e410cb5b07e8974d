import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { contactText, writeLetter } from '#platform/mail/letter.ts'
import { formatInstant } from '#platform/text/time-zone.ts'

type Site = Pick<Config, 'publicUrl' | 'supportContact' | 'timeZone'>
type Departed = { username: string; email: string; timeZone: string }

export const accountDeletedLetter = (
  config: Pick<Config, 'publicUrl' | 'timeZone'>,
  { username, email, timeZone }: Departed,
  { eraseAt, restore }: { eraseAt: Date; restore: string },
) => {
  const end = formatInstant(eraseAt.toISOString(), timeZone, config.timeZone)
  return writeLetter({
    to: email,
    subject: 'Your Pawtrait account was deleted',
    lines: [
      `Hello ${username},`,
      'Your account was deleted. Nobody sees it or anything of yours, and every device was logged out.',
      `You can have it back until ${end}. Then all of it is erased.`,
    ],
    button: { words: 'Get my account back', url: restore },
    notes: [`If it was not you, get it back and then change how you log in: ${config.publicUrl}`],
  })
}

/** Letter after an account was closed because its user is under 13. Only the operator can restore it. */
export const accountClosedLetter = (
  { publicUrl, supportContact, timeZone: fallback }: Site,
  { username, email, timeZone }: Departed,
  eraseAt: Date,
) =>
  writeLetter({
    to: email,
    subject: 'Your Pawtrait account is closed',
    lines: [
      `Hello ${username},`,
      'You told us that you are under 13. Pawtrait is for people of 13 and older, so your account is closed.',
      `It is hidden from everyone. All of it is erased on ${formatInstant(eraseAt.toISOString(), timeZone, fallback)}.`,
      'You are welcome here when you are 13.',
    ],
    button: { words: 'Read about Pawtrait and age', url: `${publicUrl}${paths.under13}` },
    notes: [
      supportContact
        ? `If this is wrong, write to ${contactText(supportContact)} before then.`
        : 'If this is wrong, write to the people who run this site before then.',
    ],
  })
