// Making a post.

export const create = 'Create'
export const drop = 'Drop your photos here'
export const dropHelp =
  'Up to ten. JPEG, PNG, WebP, AVIF, HEIC or GIF, 30 MB each. We remove the location from every one.'
export const choose = 'Choose photos'
export const take = 'Take one'
export const before = 'Before you press the shutter'
export const before1 = 'Get down to their height. Floors are underrated.'
export const before2 = 'Stand with the window behind you, not behind them.'
export const before3 = 'Wait. They will look up eventually.'
export const others = 'Faces of children and number plates in the photo? Crop them out in the next step.'
export const whatHappens = 'What happens to a photo'
export const locationOut = 'Location out'
export const locationOutHelp = 'From the original too'
export const notSqueezed = 'Never squeezed'
export const notSqueezedHelp = 'Shown at up to 4096 px'
export const cropUndone = 'Crop as you like'
export const cropUndoneHelp = 'The original stays'
export const tooMany =
  'one: A post holds ten photos. {count} was left out. | other: A post holds ten photos. {count} were left out.'
export const empty = 'one: One file was empty and was left out. | other: {count} files were empty and were left out.'
export const cropStage = 'Crop and turn'
export const shape = 'Shape'
export const shapeFree = 'Whole'
export const rotate = 'Rotate 90 degrees'
export const earlier = 'Move photo earlier'
export const later = 'Move photo later'
export const moved = 'Photo {number} of {total}'
export const remove = 'Remove photo'
export const noPreview = 'This browser cannot draw the file. You see it as soon as the server has read it.'
export const order = 'Photos in their order'
export const photoNumber = 'Photo {number}'
export const photoSending = 'Photo {number}, on its way'
export const photoFailed = 'Photo {number}, did not arrive'
export const alt = 'ALT'
export const altMissing = '+ ALT'
export const addMore = 'Add photos'
export const describe = 'Describe photo {number}'
export const describeHelp = 'For people who can’t see it, and for search.'
export const still = 'We keep a still of this one.'
export const caption = 'Caption'
export const place = 'Place'
export const placeHelp = 'As words, such as Karura Forest. Leave it empty if you like.'
export const audience = 'Who sees it, who comments?'
export const audienceTitle = 'Who sees this post?'
export const audiences = {
  everyone: 'Everyone',
  followers: 'Followers',
  'close-friends': 'Close friends',
} as const
export const audienceHelp = {
  everyone: 'Also people without an account, by link and in search.',
  followers: 'The people who follow you.',
  'close-friends': 'Those on your list. They see a star beside the time.',
} as const
export const whoComments = 'Who can comment?'
export const replyControls = {
  everyone: 'Everyone who sees it',
  followers: 'Followers',
  nobody: 'Nobody',
} as const
export const commentsBy = {
  everyone: 'Everyone can comment',
  followers: 'Followers can comment',
  nobody: 'Nobody can comment',
} as const
export const audienceDone = 'Done'
export const audienceNote = 'You can change this later. Making a post narrower takes it back from search at once.'
export const submit = 'Submit'
export const awaiting = 'Waiting for the connection…'
export const awaitingHelp = 'It goes out by itself as soon as you are back online.'
export const holdBack = 'Not yet'
export const someRefused =
  'one: {failed} of {chosen} photos cannot be used. Submit sends the other one. | other: {failed} of {chosen} photos cannot be used. Submit sends the other {count}.'
export const allRefused =
  'one: This photo cannot be used. Choose another one. | other: None of these {count} photos can be used. Choose others.'
export const used = '{used} / {max}'
export const left = '{count} characters left'
export const notPosted = 'The post is not up yet'
export const hanging = 'Uploading your photos'
export const done =
  'one: {done} of {count} done. You can leave this page; we’ll keep going. | other: {done} of {count} done. You can leave this page; we’ll keep going.'
export const progress = 'Upload'
export const waiting = 'Waiting for its turn'
export const sending = '{sent} of {total} MB'
export const sendingSoon =
  'one: {sent} of {total} MB, about {count} second | other: {sent} of {total} MB, about {count} seconds'
export const accepted = 'Ready. Location removed.'
export const refused = 'The server cannot take this photo'
export const dropped = 'Connection dropped. Nothing is lost.'
export const cancel = 'Cancel {name}'
export const tryAgain = 'Try again'
export const posted = 'Posted'
export const look = 'Look at it'
