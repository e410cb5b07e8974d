// Purpose and lifetime of each item that the app stores in the browser. Keys: names of the items.

export const cookieTexts = {
  pt_sid: { purpose: 'Keeps you logged in', time: '180 days' },
  pt_dev: { purpose: 'Remembers this device', time: '400 days' },
  pt_chal: { purpose: 'Waits for the code we email you', time: '10 minutes' },
  pt_sudo: { purpose: 'Remembers that you confirmed it’s you', time: '10 minutes' },
  pt_offer: {
    purpose: 'Lets you add a passkey after a log-in with a password, or after your first log-in',
    time: '5 minutes',
  },
  pt_stmt: { purpose: 'Lets a suspended person read why', time: '30 minutes' },
  pt_lsn: { purpose: 'Shows you at once what you changed', time: '10 seconds' },
  theme: { purpose: 'Keeps light or dark', time: '1 year' },
  less_data: { purpose: 'Remembers that you want to use less data', time: '1 year' },
} as const

export const otherStorageTexts = {
  user: { purpose: 'Your name, picture and follows, to draw pages sooner', time: 'Until you log out' },
  'pay-phone': { purpose: 'The phone number you last paid from', time: 'Until you log out' },
  'half-written': { purpose: 'Comments and other texts you have not sent', time: 'Until you send them or log out' },
  'pawtrait-drafts': { purpose: 'Drafts and their photos', time: 'Until you post or delete them, or log out' },
  'pawtrait-offline': {
    purpose: 'Your last feed, profile and notifications, to show them without a network',
    time: 'Until you log out',
  },
  'pawtrait-outbox': { purpose: 'What you did without a network', time: 'Until it is sent or you log out' },
  photos: { purpose: 'Photos of your last feed', time: 'Until you log out' },
  files: { purpose: 'The app’s own scripts and styles', time: 'Until the next version' },
  'install-offer': {
    purpose: 'Visits until we offer to install the app, or that you said no',
    time: 'Until you clear it',
  },
  loggedOutName: { purpose: 'Your username after you log out, for the log-in form', time: 'Until you close the tab' },
  shortcuts: { purpose: 'Remembers that you switched keyboard shortcuts off', time: 'Until you switch them on' },
} as const
