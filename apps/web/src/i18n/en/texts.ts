import { section } from '../sections.ts'

/** The two text pages. Each sentence is a promise; a capability adds its own when it comes. */
export const texts = section('texts', {
  onThisPage: 'On this page',
  privacy: 'Privacy',
  privacyLead: 'What we know about you and why. Written to be read.',
  noLocation: 'No location in photos',
  noLocationText: 'It is removed before anything is stored, from originals too.',
  noAds: 'No advertising',
  noAdsText: 'Nothing is sold, and nobody else measures you here.',
  little: 'As little as works',
  littleText: 'Four fields to sign up, and one cookie that keeps you logged in.',
  keep: 'What we keep',
  keepYou:
    'Your name, username, email and the zip code you log in with. The code is kept in a form that cannot be read back, by us or anyone.',
  keepPosts: 'Your pets, photos, posts, comments, likes, saves and follows, for as long as you keep them.',
  keepSessions:
    'For each log-in: the browser’s name, a shortened network address and when it was last used. You see the same list in Settings.',
  never: 'What we never keep',
  neverText:
    'The place where a photo was taken, its camera’s serial number, and what you type and do not send. Logs hold no names, no email addresses and no codes.',
  who: 'Who sees what',
  whoText:
    'You choose for every post: everyone, or followers. A narrower choice takes effect at once, for the photos too. Your email and what you save are seen by you alone.',
  browser: 'In your browser',
  browserText:
    'Cookies keep you logged in, remember this device and your theme. A copy of your name and picture is kept in the browser to draw the page sooner, and so is the phone number you last paid from; logging out removes both.',
  gone: 'What is gone',
  goneText:
    'A post you delete is gone at once, with its photos in every size. A photo you upload and do not post is removed after a day.',
  safety: 'Safety',
  safetyLead: 'How to look after yourself, your account and the animals here.',
  block: 'Block',
  blockText: 'Both ways, at once, for as long as you like. They are not told.',
  report: 'Report',
  reportText: 'A post, a comment, a pet or a person. Six reasons, and a note if you like.',
  devices: 'Every log-in in view',
  devicesText: 'Settings shows where you are logged in and ends it with one press.',
  commentsText: 'You can delete any comment under your own posts.',
  danger: 'If an animal is in danger',
  dangerText:
    'Call the people who can be there: the Kenya Society for the Protection and Care of Animals, or the police. Then report the post from its menu, so that moderators see it.',
  account: 'If someone tries your account',
  accountText:
    'A zip code works like a password here, so choose one that people around you would not guess. After a few wrong tries we make whoever is guessing wait; a device you have used before is not held up by that. Where this Pawtrait can send mail, a new device also needs a code from your email.',
  accountEnd: 'If you see a log-in that is not yours, end it in Settings.',
  bother: 'If someone bothers you',
  botherText:
    'Block them, from the menu of a post or of their wall. You disappear for each other: posts, comments, pets and every list of people; follows end, and they are not told. Settings, Privacy, lists whom you block and undoes it. Report them as well if others should be spared: only moderators read it, and who reported is told to nobody else.',
  botherFree:
    'Blocking and reporting are never part of Premium. Hiding someone’s posts from your own feed is, and it is not a safety tool.',
  photos: 'Before you post',
  photosText:
    'We remove the location that a camera writes into a photo. What can be seen in it, we cannot: a house number, a name on a collar, a view from the window.',
} as const)
