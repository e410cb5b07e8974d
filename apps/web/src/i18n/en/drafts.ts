// Posts that are not finished.

export const drafts = 'Drafts'
export const lead = 'Drafts follow you from device to device. Photos still on this one go up when you are online.'
export const noCaption = 'No caption yet'
export const photos = 'one: {count} photo | other: {count} photos'
export const described = '{photos}, {described} described'
export const saved = '{photos}. Saved {when}.'
export const ready = 'Ready'
export const noPhoto = 'No photo yet'
export const waits = 'Waiting for network'
export const withoutAlt = 'one: {count} photo without ALT | other: {count} photos without ALT'
export const goesIn =
  'one: Photos live in a draft for 30 days: {count} day left. | other: Photos live in a draft for 30 days: {count} days left.'
export const goOn = 'Go on'
export const goOnWith = 'Go on with {title}'
export const deleteOne = 'Delete draft {title}'
export const remove = 'Delete draft'
export const deleteTitle = 'Delete this draft?'
export const deleteLead = 'Its photos go with it, on every device.'
export const deleted = 'Draft deleted.'
export const notDeleted = 'The draft is still there: the server did not answer. Try again.'
export const none = 'No drafts'
export const noneLead = 'Begin a post and leave it: it waits here, on every device.'
export const listFailed = 'We could not load your drafts'
export const stays = 'A draft stays until you post or delete it; its photos for 30 days.'
export const steps = {
  idle: 'Saved automatically as a draft',
  saving: 'Keeping your draft…',
  saved: 'Kept on the server.',
  waiting: 'Kept on this device until you are online.',
  failed: 'Not saved yet. Stay on this page.',
  conflict: 'There are two versions of this draft. Choose one below.',
} as const
export const saveDraft = 'Save draft'
export const draftSaved = 'Draft saved'
export const conflict = 'This draft was changed on another device'
export const saysThere = 'There it says “{caption}”.'
export const saysNothing = 'There it has no caption.'
export const keepMine = 'Keep mine'
export const takeTheirs = 'Take what is there'
export const waiting = 'one: One draft waits for you | other: {count} drafts wait for you'
export const gone = 'This draft is not there any more.'
