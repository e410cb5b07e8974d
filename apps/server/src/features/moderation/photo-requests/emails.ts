import type { PhotoRequestState } from '@pawtrait/contract/moderation/photo-requests.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { formatContact, renderEmail } from '#platform/mail/render-email.ts'

// The mails never quote texts from the form, because the sender of a form can enter another person's address.

type Site = Pick<Config, 'publicUrl' | 'supportContact'>

const createButton = ({ publicUrl }: Site) => ({ text: 'How this works', url: `${publicUrl}${paths.photoRequest}` })

const formatReplyHint = ({ publicUrl, supportContact }: Site) =>
  `To answer, write to ${formatContact(supportContact) || `the team of ${publicUrl}`}.`

export const createRequestReceivedEmail = (site: Site, to: string) =>
  renderEmail({
    to,
    subject: 'We received your request to take a photo down',
    lines: [
      'Hello,',
      `Someone, we think you, asked us to take down a photo on ${site.publicUrl}.`,
      'If the photo is here, a moderator will look at it. Photos of children come first.',
      'We email you when it is decided. You don’t need to do anything until then.',
    ],
    button: createButton(site),
    notes: ['If this wasn’t you, ignore this email. We delete your address automatically.'],
  })

const outcomes: Record<PhotoRequestState['state'], { subject: string; lines: string[] }> = {
  'taken-down': {
    subject: 'The photo was taken down',
    lines: [
      'The photo you told us about was taken down. It is not shown here any more.',
      'If it ever comes back, we will email you.',
    ],
  },
  stays: {
    subject: 'About the photo you asked us to take down',
    lines: [
      'A moderator looked at the photo. It stays, because it does not break our rules.',
      'If you think that is wrong, tell us what we missed: who is in the photo, and where.',
    ],
  },
  waiting: {
    subject: 'We are looking at the photo again',
    lines: ['A moderator will look at it again. The earlier decision no longer counts. We will email you again.'],
  },
}

export const createRequestOutcomeEmail = (
  site: Site,
  { email, state }: { email: string; state: PhotoRequestState['state'] },
) =>
  renderEmail({
    to: email,
    subject: outcomes[state].subject,
    lines: ['Hello,', ...outcomes[state].lines],
    button: createButton(site),
    notes: [formatReplyHint(site), `The rules: ${site.publicUrl}${paths.rules}`],
  })
