// A post wherever it hangs, and what its author does with it.

export const post = 'Post'
export const postBy = 'Post by {name}'
export const photos = 'Photos of this post'
export const photoStrip = 'Photos, moved by the arrow keys'
export const photo = 'Photo {number} of {total}'
export const photoOf = 'Photo {number} by {name}, not described yet'
export const previous = 'Previous photo'
export const next = 'Next photo'
export const alt = 'ALT'
export const showAlt = 'Read the description of this photo'
export const morePets = 'one: Show {count} more pet | other: Show {count} more pets'
export const plus = '+{count}'
export const edited = 'edited'
export const followersOnly = 'for followers'
export const more = 'more'
export const options = 'More options for this post'
export const share = 'Share'
export const shareTitle = 'A post by {name} on Pawtrait'
export const copyLink = 'Copy link'
export const copied = 'Link copied.'
export const notCopied = 'The browser did not let us copy. The address is {url}'
export const edit = 'Edit'
export const remove = 'Delete'
export const processing = 'Getting your photos ready. Only you see this post until they are.'
export const photoFailed = 'This photo could not be prepared. Delete the post and post it again.'
export const head = '{name} on Pawtrait'
export const headWithCaption = '{name}: {caption}'
export const editTitle = 'Edit post'
export const history = 'Edit history'
export const historyHelp = 'Only you see this page. Photos that were removed are gone for good.'
export const historyFailed = 'We could not load what changed'
export const editedNow = 'Now, edited {when}'
export const editedAt = 'Edited {when}'
export const firstPosted = 'First posted {when}'
export const earlierEdits = 'Show earlier edits'
export const noCaption = 'No caption'
export const changed = {
  photosAdded: 'one: {count} photo added | other: {count} photos added',
  photosRemoved: 'one: {count} photo removed, gone for good | other: {count} photos removed, gone for good',
  first: 'Another order: photo {number} comes first',
  newFirst: 'A new photo comes first',
  reordered: 'Another order of the photos',
  cut: 'Photo {number} cut anew',
  described: 'Photo {number} described',
  undescribed: 'Description of photo {number} removed',
  tagged: '{pet} tagged',
  untagged: '{pet} no longer tagged',
  place: 'Place: {place}',
  placeRemoved: 'Place removed',
} as const
export const changedAudience = {
  everyone: 'Shown to everyone',
  followers: 'Shown to followers',
  'close-friends': 'Shown to close friends',
} as const
export const changedReplies = {
  everyone: 'Everyone can comment',
  followers: 'Followers can comment',
  nobody: 'Nobody can comment',
} as const
export const archive = 'Archive'
export const archivedNote = 'Off your wall: only you see it, here and in your archive.'
export const toArchive = 'To the archive'
export const archiveThis = 'Take off the wall'
export const archiveInstead = 'Archive instead'
export const archiveLead = 'Off your wall, not gone. Likes and comments wait with them.'
export const archiveNone = 'Nothing is put away'
export const archiveNoneLead =
  'A post you take off your wall waits here with its likes and comments, and you can hang it again.'
export const archiveFailed = 'We could not load your archive'
export const hangAgain = 'Hang again'
export const takenOff = 'Off your wall. It waits in your archive.'
export const hungAgain = 'one: The post hangs again. | other: {count} posts hang again.'
export const pin = 'Pin to profile'
export const unpin = 'Unpin from profile'
export const pinned = 'Pinned'
export const isPinned = 'Pinned. It is the first post on your profile.'
export const isUnpinned = 'Unpinned.'
export const pinFailed = 'The pin was not changed: the server did not answer. Try again.'
export const choose = 'Choose: {name}'
export const chosen = 'one: {count} selected | other: {count} selected'
export const deleteSeveral = 'one: Delete this post? | other: Delete these {count} posts?'
export const deletedSeveral = 'one: Post deleted. | other: {count} posts deleted.'
export const notMoved = 'Some posts are where they were: the server did not answer. Try again.'
export const notArchived = 'The post still hangs: the server did not answer. Try again.'
export const postedOn = 'Posted on {day}. The original photos are kept, so every crop can be undone.'
export const whatChanged = 'See what changed'
export const saveChanges = 'Save changes'
export const saving = 'Saving…'
export const editedHelp = 'People see “edited” beside the time. Only you can open what changed.'
export const needsPhoto = 'A post needs a photo. Add one, or delete the post instead.'
export const notSaved = 'Your changes are not saved. They are still here: save again.'
export const changedElsewhere = 'This post was changed in another window'
export const standsNow = 'It now says “{caption}”.'
export const standsBare = 'It now has no caption.'
export const saveOver = 'Save mine over it'
export const takeTheirs = 'Take what is there'
export const wordPhotos = 'the photos'
export const wordCaption = 'the caption'
export const wordPlace = 'the place'
export const wordPets = 'who is in it'
export const wordAudience = 'who sees it'
export const wordReplies = 'who can comment'
export const closeFriendsOnly = 'for close friends'
export const saved = 'Changes saved.'
export const deleteThis = 'Delete this post?'
export const deleteLead = 'Everything goes at once, for everyone, including the originals. There is no way back.'
export const deletePost = 'Delete post'
export const deleting = 'Deleting…'
export const notDeleted = 'The post is still there: the server did not answer. Try again.'
export const deleted = 'Post deleted.'
export const gone = 'This post is gone'
export const photoCount = 'one: {count} photo | other: {count} photos'
export const unnamed = 'A post without words'
export const tile = 'Post by {name}'
export const several = 'one: {count} photo | other: {count} photos'
export const loadMore = 'Show more'
export const loadingMore = 'Loading more posts'
export const moreFailed = 'More posts could not be loaded'
export const tagTitle = '#{tag}'
export const tagDescription = 'Photos of pets with the tag #{tag}, newest first.'
export const tagNone = 'No walls with #{tag} yet'
export const tagNoneLead = 'Write #{tag} in a caption, and the post hangs here.'
