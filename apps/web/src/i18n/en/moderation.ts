// Telling moderators what is wrong.

export const report = 'Report'
export const reportNamed = 'Report {name}'
export const reportStory = 'Report this story of {name}'
export const wrong = {
  post: 'What is wrong with this post?',
  comment: 'What is wrong with this comment?',
  story: 'What is wrong with this story?',
  user: 'What is wrong with {name}?',
  pet: 'What is wrong with {name}’s page?',
} as const
export const reason = 'Reason'
export const reasons = {
  cruelty: 'An animal is being hurt or is in danger',
  harassment: 'Someone is being bullied or threatened',
  'private-details': 'Private details, such as an address',
  selling: 'Selling animals or a scam',
  'not-theirs': 'Not their photo',
  other: 'Something else',
} as const
export const note = 'What should we look at? (optional)'
export const noteLeft = 'one: {count} character left | other: {count} characters left'
export const noReason = 'Choose what is wrong first.'
export const send = 'Send report'
export const sending = 'Sending…'
export const silent = 'Only moderators read it. {name} is not told who reported.'
export const notSent = 'The report was not sent'
export const kept = 'What you chose and wrote is still here.'
export const thanks = 'Thank you for telling us'
export const thanksLead = 'The report is kept for the moderators, with the words as they are now. {name} is not told.'
export const andNow = 'If you would rather not meet {name} any more:'
export const done = 'Done'
