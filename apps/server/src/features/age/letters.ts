import { GUARDIAN_DAYS } from '@pawtrait/contract/age.ts'
import { writeLetter } from '#platform/letter.ts'

/** To whoever somebody of 13 to 17 named as their parent or guardian; `link` leads to both answers. */
export const guardianLetter = (to: string, young: { username: string; fullname: string }, link: string) =>
  writeLetter({
    to,
    subject: `${young.username} asks you to confirm their Pawtrait account`,
    lines: [
      'Hello,',
      `${young.fullname} (${young.username}) has an account on Pawtrait, a photo community for people with pets.`,
      'They say that they are 13 to 17 and named you as their parent or guardian.',
      'Their account is private: only people they let in see their posts.',
      'Until you confirm it they can look, but not post, comment or follow.',
      `Open the page to confirm the account, or to refuse it. The link works for ${GUARDIAN_DAYS} days, once.`,
    ],
    button: { words: 'Confirm or refuse', url: link },
    notes: ['If you refuse, the account is erased. If you do not know this person, leave this letter alone.'],
  })
