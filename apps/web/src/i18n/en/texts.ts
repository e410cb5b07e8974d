// Messages for the privacy and safety pages. Each sentence is a promise to users. New features may need new sentences.

export const onThisPage = 'On this page'
export const privacyTitle = 'Privacy'
export const privacyIntro = 'What we know about you and why.'
export const noLocationTitle = 'No location in photos'
export const noLocationText = 'It is removed before anything is stored, from originals too.'
export const noAdsTitle = 'No advertising'
export const noAdsText = 'Nothing is sold, and nobody else measures you here.'
export const minimalDataTitle = 'We ask for little'
export const minimalDataText = 'Four fields to sign up, and no cookies except our own.'
export const storedDataSectionTitle = 'What we keep'
export const storedAccountText =
  'Your name, username, email, and the zip code or password you log in with. Not even we can read the zip code or password. Of a passkey we keep its name, its public half and when it was used.'
export const storedPostsText =
  'Your pets, photos, posts, comments, likes, saves and follows, for as long as you keep them. A post you start is saved as a draft until you post or delete it.'
export const storedSessionsText =
  'For each log-in: the browser’s name, a shortened network address and when it was last used. You see the same list in Settings.'
export const storedPushText =
  'If you turn on notifications on a device: its browser’s name, its address for messages, and when the last one was sent. Messages go encrypted through a service of the browser’s maker. It sees when one is sent, but cannot read it. You can remove a device in Settings. Logging out removes it too.'
export const storedAgeText =
  'Whether you are 18 or older, or 13 to 17, and when you told us. You say it when you sign up. We never ask for your birthday. You can tell us in Settings that you are under 13. Then we close your account at once, and delete it for good after 30 days. The email of a parent or guardian is kept until they answer, for 14 days at most.'
export const neverStoredSectionTitle = 'What we never keep'
export const neverStoredText =
  'Where and when a photo was taken, and with which camera. What you type and do not send, except drafts of posts. Logs contain no names, no email addresses and no codes.'
export const visibilitySectionTitle = 'Who sees what'
export const visibilityText =
  'You choose for every post: everyone, followers or close friends. You can change it later, and it works at once, for the photos too. Only you see your email and what you save.'
export const browserStorageSectionTitle = 'In your browser'
export const browserStorageText = 'These cookies are all ours. None of them follows you to other sites.'
export const cookiesCaption = 'Cookies'
export const otherStorageCaption = 'Other data in your browser'
export const storageNameColumn = 'Name'
export const storagePurposeColumn = 'What for'
export const storageTimeColumn = 'How long'
export const openTabText = 'Each tab also remembers what you typed and where you were, until you close it.'
export const deletionSectionTitle = 'What happens when you delete'
export const deletionText =
  'A post you delete is gone at once, with its photos in every size. If someone has reported it, only moderators still see it until they have decided. If the report was right, they keep it for 180 days, in case you appeal. A photo you upload and do not post is deleted after a day. In a draft it stays 30 days.'
export const accountDeletionText =
  'If you delete your account, it is hidden at once. You can get it back for 30 days. Then it is deleted for good. Tax law makes us keep payments, without your name. Traces on the database’s disk are overwritten over time. Backups are deleted after 35 days at most.'
export const dataExportSectionTitle = 'Your data is yours'
export const dataExportText =
  'In Settings you can download all of it, with your photos in full size. You can import that ZIP here, or anywhere Pawtrait runs. You can change what you said about yourself at any time. For anything else, ask the people who run this site. In Kenya you can complain to the Data Protection Commissioner.'
export const safetyTitle = 'Safety'
export const safetyIntro = 'How to look after yourself, your account and the animals here.'
export const blockTitle = 'Block'
export const blockText = 'Both ways, at once, for as long as you like. They are not told.'
export const reportTitle = 'Report'
export const reportText = 'A post, a comment, a pet or a person. Six reasons, and a note if you like.'
export const sessionsTitle = 'See every log-in'
export const sessionsText = 'Settings shows where you are logged in. You can log out any device there.'
export const commentsText = 'You can delete any comment under your own posts.'
export const animalInDangerSectionTitle = 'If an animal is in danger'
export const animalInDangerText =
  'Call the people who can be there: the Kenya Society for the Protection and Care of Animals, or the police. Then report the post from its menu, so that moderators see it.'
export const accountProtectionSectionTitle = 'If someone tries your account'
export const accountProtectionText =
  'A zip code works like a password here. Choose one that people around you would not guess. A passkey, in Settings, can’t be guessed. After many wrong tries, log-in pauses for a while. You can still log in on a device you have used before. Where email is set up, a new device also needs a code from your email.'
export const endSessionText = 'If you see a log-in that is not yours, end it in Settings.'
export const harassmentSectionTitle = 'If someone bothers you'
export const harassmentText =
  'Block them from the “…” menu of their post or profile. You can’t see each other’s posts, comments or pages, and you stop following each other. They are not told. You can unblock them in Settings, Privacy. Report them too, so that others are safe. Only moderators see who reported.'
export const safetyIsFreeText =
  'Blocking and reporting are never part of Premium. Hiding someone’s posts from your own feed is, and it is not a safety tool.'
export const photoPrivacySectionTitle = 'Before you post'
export const photoPrivacyText =
  'We remove the location that a camera writes into a photo. We can’t remove what people see in it: a house number, a name on a collar, a view from the window.'
export const contactTitle = 'Contact'
