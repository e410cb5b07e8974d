// Messages for the privacy and safety pages. Each sentence is a promise to users. New features may need new sentences.

export const onThisPage = 'On this page'
export const privacy = 'Privacy'
export const privacyIntro = 'What we know about you and why.'
export const noLocation = 'No location in photos'
export const noLocationText = 'It is removed before anything is stored, from originals too.'
export const noAds = 'No advertising'
export const noAdsText = 'Nothing is sold, and nobody else measures you here.'
export const minimalData = 'We ask for little'
export const minimalDataText = 'Four fields to sign up, and one cookie that keeps you logged in.'
export const storedData = 'What we keep'
export const storedAccountText =
  'Your name, username, email, and the zip code or password you log in with. That one is kept in a form that cannot be read back, by us or anyone. Of a passkey we keep its name, its public half and when it was used.'
export const storedPostsText =
  'Your pets, photos, posts, comments, likes, saves and follows, for as long as you keep them. A post you begin is saved as a draft until you post or delete it.'
export const storedSessionsText =
  'For each log-in: the browser’s name, a shortened network address and when it was last used. You see the same list in Settings.'
export const storedAgeText =
  'Whether you are 18 or older, or 13 to 17, and when you told us. Signing up says it, and we never ask for your birthday. You can tell us in Settings that you are under 13. Then your account is closed at once, and erased after 30 days. A parent or guardian you name: their address, until they answer or 14 days pass.'
export const neverStored = 'What we never keep'
export const neverStoredText =
  'Where and when a photo was taken, and with which camera. What you type and do not send, but for drafts of posts. Logs hold no names, no email addresses and no codes.'
export const visibility = 'Who sees what'
export const visibilityText =
  'You choose for every post: everyone, followers or close friends. You can change it later, and it works at once, for the photos too. Your email and what you save are seen by you alone.'
export const browserStorage = 'In your browser'
export const browserStorageText =
  'These cookies are all ours. pt_sid keeps you logged in, 180 days at most. pt_dev remembers this device for 400 days. pt_chal waits ten minutes for a code. pt_sudo remembers for ten minutes that you have proven who you are. pt_offer lets your browser make a passkey, for five minutes after a password. pt_stmt lets a suspended person read why, for half an hour. pt_lsn lets you see at once what you wrote, for ten seconds. theme keeps light or dark for a year. The browser also keeps your name and picture, to draw the page sooner. It keeps the phone number you last paid from. Logging out removes those two.'
export const deletion = 'What is gone'
export const deletionText =
  'A post you delete is gone at once, with its photos in every size. If somebody has reported it, moderators alone still see it until they have decided. If the report was right, they keep it for 180 days, in case you appeal. A photo you upload and put nowhere is removed after a day. In a draft it stays 30 days.'
export const accountDeletionText =
  'If you delete your account, nobody sees it from that moment. You can have it back for 30 days; then all of it is erased. What you paid stays in the books as tax law asks, without your name. Traces on the database’s disk are overwritten as it goes on. Backups are older, and are deleted after 35 days at most.'
export const dataExport = 'It is yours'
export const dataExportText =
  'Settings gives you all of it as a ZIP, with your photos in full size. It brings such a ZIP in too, here or anywhere Pawtrait runs. You can change what you said about yourself at any time. For anything else, ask whoever runs this site. In Kenya you can complain to the Data Protection Commissioner.'
export const safety = 'Safety'
export const safetyIntro = 'How to look after yourself, your account and the animals here.'
export const blockTitle = 'Block'
export const blockText = 'Both ways, at once, for as long as you like. They are not told.'
export const reportTitle = 'Report'
export const reportText = 'A post, a comment, a pet or a person. Six reasons, and a note if you like.'
export const sessionsTitle = 'See every log-in'
export const sessionsText = 'Settings shows where you are logged in and ends it with one press.'
export const commentsText = 'You can delete any comment under your own posts.'
export const animalInDanger = 'If an animal is in danger'
export const animalInDangerText =
  'Call the people who can be there: the Kenya Society for the Protection and Care of Animals, or the police. Then report the post from its menu, so that moderators see it.'
export const accountProtection = 'If someone tries your account'
export const accountProtectionText =
  'A zip code works like a password here. Choose one that people around you would not guess, or add a passkey in Settings: nobody can guess that. After many wrong tries, log-in pauses for a while. You can still log in on a device you have used before. Where mail is set up, a new device also needs a code from your email.'
export const endSessionText = 'If you see a log-in that is not yours, end it in Settings.'
export const harassment = 'If someone bothers you'
export const harassmentText =
  'Block them from the “…” menu of their post or profile. You can’t see each other’s posts, comments or pages, and you stop following each other. They are not told. You can unblock them in Settings, Privacy. Report them too, so that others are safe. Only moderators see who reported.'
export const safetyIsFreeText =
  'Blocking and reporting are never part of Premium. Hiding someone’s posts from your own feed is, and it is not a safety tool.'
export const photoPrivacy = 'Before you post'
export const photoPrivacyText =
  'We remove the location that a camera writes into a photo. What can be seen in it, we cannot: a house number, a name on a collar, a view from the window.'
export const contactTitle = 'Contact'
