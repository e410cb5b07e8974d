import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { formatContact, renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'

type SiteConfig = Pick<Config, 'publicUrl' | 'supportContact' | 'timeZone'>
type Recipient = { username: string; email: string; timeZone: string }

export const createAccountDeletedEmail = (
  config: Pick<Config, 'publicUrl' | 'timeZone'>,
  { username, email, timeZone }: Recipient,
  { eraseAt, restore }: { eraseAt: Date; restore: string },
) => {
  const end = formatInstant(eraseAt.toISOString(), timeZone, config.timeZone)
  return renderEmail({
    to: email,
    subject: 'Your Pawtrait account was deleted',
    lines: [
      `Hello ${username},`,
      'Your account was deleted. It is hidden from everyone, and every device was logged out.',
      `You can get it back until ${end}. After that it is deleted for good.`,
    ],
    button: { text: 'Get my account back', url: restore },
    notes: [`If this wasn’t you, get it back and then change how you log in: ${config.publicUrl}`],
  })
}

/** E-mail about an account closed because its user is under 13. Only the operator can restore the account. */
export const createAccountClosedEmail = (
  { publicUrl, supportContact, timeZone: fallbackTimeZone }: SiteConfig,
  { username, email, timeZone }: Recipient,
  eraseAt: Date,
) => {
  const end = formatInstant(eraseAt.toISOString(), timeZone, fallbackTimeZone)
  return renderEmail({
    to: email,
    subject: 'Your Pawtrait account is closed',
    lines: [
      `Hello ${username},`,
      'You told us that you are under 13. Pawtrait is for people aged 13 and older, so your account is closed.',
      `It is hidden from everyone. We delete it for good on ${end}.`,
      'You are welcome here when you are 13.',
    ],
    button: { text: 'Read about Pawtrait and age', url: `${publicUrl}${paths.under13}` },
    notes: [
      supportContact
        ? `If this is wrong, write to ${formatContact(supportContact)} before then.`
        : 'If this is wrong, write to the people who run this site before then.',
    ],
  })
}
