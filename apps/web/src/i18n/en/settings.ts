// Settings: account, appearance, where one is logged in.

export const settings = 'Settings'
export const sections = 'Settings sections'
export const groups = {
  account: 'Account',
  security: 'Security',
  privacy: 'Privacy',
  notifications: 'Notifications',
  appearance: 'Appearance',
} as const
export const accountHelp = 'How people find you, and how we reach you.'
export const nameAndPicture = 'Name and picture'
export const editProfile = 'Edit Profile'
export const email = 'Email'
export const emailHelp = '{email}. Only you see it.'
export const plan = 'Plan and payments'
export const planOn = 'Premium is on until {day}. It does not renew by itself.'
export const planHelp = 'Until when Premium is on, what you paid, and receipts.'
export const open = 'Open'
export const openNamed = 'Open {what}'
export const securityHelp =
  'Where you are logged in. Anyone who knows your zip code could try it, so look here now and then.'
export const thisDevice = 'This device'
export const activeNow = 'Active now. Logged in since {since}.'
export const lastSeen = 'Last used {seen}. Logged in since {since}.'
export const logOutThere = 'Log out'
export const logOutNamed = 'Log out {device}'
export const logOutElsewhere = 'Log out everywhere else'
export const atOnce = 'Takes effect at once.'
export const loggedOut = '{device} is logged out'
export const loggedOutElsewhere = 'Every other device is logged out'
export const sessionsFailed = 'We could not load where you are logged in'
export const endFailed = 'That did not work. The device is still logged in.'
export const privacyHelp = 'Who sees you, and what you see.'
export const people = 'People'
export const approve = 'Approve followers'
export const approveOff =
  'Everyone sees your wall. Switched on, only followers you accept see your posts and stories; who follows you now stays.'
export const approveOn =
  'Your posts and stories are for people you let in. Links to them open for nobody else, and search does not find them. Your name, picture and counts are seen by all.'
export const approveFailed = 'That did not work. Nothing has changed.'
export const openWall = 'Open your wall to everyone?'
export const openLead =
  'one: {count} person has asked to follow you and is let in. Posts for everyone are then seen by everyone. | other: {count} people have asked to follow you and are let in. Posts for everyone are then seen by everyone.'
export const openNow = 'Open it'
export const stayPrivate = 'Stay private'
export const notificationsHelp = 'What you hear of, from now on. What is off is not kept for later.'
export const appearanceHelp = 'On this device.'
export const theme = 'Theme'
export const themes = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
} as const
