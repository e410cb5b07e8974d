import { GUARDIAN_LINK_DAYS } from '@pawtrait/contract/age.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { renderEmail } from '#platform/mail/render-email.ts'

const MAX_NAME_LETTERS = 30
const nonNameCharacters = /[^\p{L}\p{M}'’-]+/gu

/**
 * Returns a name without the characters that a link needs, such as dots and slashes. Keeps at most 30 letters,
 * apostrophes, hyphens and spaces. Returns 'Someone' if nothing remains.
 */
function sanitiseName(fullname: string): string {
  const cleanName = fullname.normalize('NFKC').replace(nonNameCharacters, ' ').trim()
  return truncateWithEllipsis(cleanName, MAX_NAME_LETTERS) || 'Someone'
}

/**
 * E-mail to the guardian of a user aged 13 to 17. The guardian agrees or refuses on the page at `link`. Only that page
 * shows the username, because a username like `evil.com` would be a link in an e-mail.
 */
export function createGuardianEmail(to: string, minor: { fullname: string }, link: string) {
  const name = sanitiseName(minor.fullname)
  return renderEmail({
    to,
    subject: `${name} asks you to confirm their Pawtrait account`,
    lines: [
      'Hello,',
      `${name} has an account on Pawtrait, a photo community for people with pets.`,
      'They say they are aged 13 to 17 and you are their parent or guardian.',
      'Their account is private: only people they let in see their posts.',
      'Until you confirm the account, they can look but not post, comment or follow.',
      `Open the page to confirm the account, or to refuse it. The link works once, for ${GUARDIAN_LINK_DAYS} days.`,
    ],
    button: { text: 'Confirm or refuse', url: link },
    notes: ['If you refuse, the account is deleted for good. If you don’t know this person, ignore this email.'],
  })
}
