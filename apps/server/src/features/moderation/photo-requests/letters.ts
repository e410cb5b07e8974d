import type { PhotoRequestState } from '@pawtrait/contract/moderation/photo-requests.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { contactText, writeLetter } from '#platform/mail/letter.ts'

// The mails never quote the form, because its sender may have entered another person's address.

type Site = Pick<Config, 'publicUrl' | 'supportContact'>

const button = ({ publicUrl }: Site) => ({ words: 'How this works', url: `${publicUrl}${paths.photoRequest}` })

const answerTo = ({ publicUrl, supportContact }: Site) =>
  `You can answer: write to ${contactText(supportContact) || `the team of ${publicUrl}`}.`

export const receivedLetter = (site: Site, to: string) =>
  writeLetter({
    to,
    subject: 'We received your request to take a photo down',
    lines: [
      'Hello,',
      `Somebody, we think you, asked that a photo on ${site.publicUrl} is taken down.`,
      'If it is here, a moderator looks at it. Photos of children come first.',
      'You get one more letter when it is decided. There is nothing for you to do until then.',
    ],
    button: button(site),
    notes: ['If it was not you, there is nothing to do. Your address is deleted by itself.'],
  })

const outcomes: Record<PhotoRequestState['state'], { subject: string; lines: string[] }> = {
  'taken-down': {
    subject: 'The photo was taken down',
    lines: [
      'The photo that you wrote to us about was taken down: nobody sees it here any more.',
      'If it ever came back, we would write to you.',
    ],
  },
  stays: {
    subject: 'About the photo you asked us to take down',
    lines: [
      'A moderator looked at what you sent us. It stays, because it does not break a rule of this place that would ' +
        'take it down.',
      'If you think that is wrong, tell us what we missed: where in the photo, and who it is.',
    ],
  },
  waiting: {
    subject: 'The photo is looked at again',
    lines: ['A moderator looks at it again. The earlier decision no longer counts, and you get another letter.'],
  },
}

export const outcomeLetter = (site: Site, { email, state }: { email: string; state: PhotoRequestState['state'] }) =>
  writeLetter({
    to: email,
    subject: outcomes[state].subject,
    lines: ['Hello,', ...outcomes[state].lines],
    button: button(site),
    notes: [answerTo(site), `The rules: ${site.publicUrl}${paths.rules}`],
  })
