// Hiding somebody's posts: one-way and silent. Blocking somebody: both ways.

export const hide = 'Hide posts'
export const hideFrom = 'Hide posts from {name}'
export const hideLead = 'Their posts leave your feed, explore and search. You stay connected, and they are not told.'
export const howLong = 'For how long'
export const days = {
  1: 'One day',
  7: 'Seven days',
  30: 'Thirty days',
  forever: 'Until I change it',
} as const
export const hideNow = 'Hide posts'
export const hiding = 'Hiding…'
export const kept = 'Part of the Premium Plan. If the plan ends, what is hidden stays hidden.'
export const needsPremium = 'Hiding posts is part of the Premium Plan.'
export const needsPremiumHelp = 'Unfollowing is free, and so is everything about safety.'
export const seePremium = 'See Premium'
export const hideFailed = 'They are not hidden'
export const onlyPet = 'Only posts with {pet}'
export const restStays = 'The rest of {name} stays.'
export const hiddenPetsToast = 'Posts with {pets} are hidden'
export const hiddenToast = 'Posts from {name} are hidden'
export const hidden = 'Hidden'
export const hiddenLead = 'Whose posts you do not see. They are not told.'
export const none = 'You hide nobody’s posts'
export const noneLead = 'With Premium, the menu of a post can hide all posts of its author.'
export const listFailed = 'We could not load whom you hide'
export const until = 'Until {day}'
export const forever = 'Until you change it'
export const show = 'Show again'
export const showNamed = 'Show again: {name}'
export const showFailed = 'That did not work. They are still hidden.'
export const shownToast = 'You see posts of {name} again'
export const block = 'Block'
export const blockHelp = 'Both ways, for your safety'
export const blockNamed = 'Block {name}'
export const blockWhom = 'Block {name}?'
export const apart = 'You disappear for each other: posts, comments, pets and lists of people.'
export const followsEnd = 'Follows end in both directions.'
export const silent = 'They are not told. You can unblock them in Privacy at any time.'
export const reportToo = 'Report them as well'
export const reportTooHelp = 'Only moderators read it. They are not told who reported.'
export const blocking = 'Blocking…'
export const blockFailed = 'They are not blocked'
export const blockedToast = '{name} is blocked'
export const unblock = 'Unblock'
export const unblockNamed = 'Unblock {name}'
export const unblockedToast = '{name} is not blocked any more'
export const unblockFailed = 'That did not work. Nothing changed with {name}.'
export const isBlocked = 'Blocked since {day}'
export const isFree = 'Not blocked any more. Follows stay ended.'
export const animals = 'Animals you would rather not see'
export const animalsShort = 'Rather not see'
export const animalsLead =
  'Posts with these animals never reach you: not in the feed, search, Explore or tags. Your own pets and posts stay, and so does what you open by a link.'
export const animalsFailed = 'We could not load what you chose'
export const animalsNone = 'You see every animal.'
export const wholeKinds = 'Whole kinds'
export const word = 'A word of the breed'
export const wordHelp = 'Such as snake, tarantula or sphynx. The beginning of a word is enough.'
export const addWord = 'Add'
export const wordsNow = 'Words you would rather not see'
export const removeWord = 'Remove {word}'
export const wordFault = {
  empty: 'Type a word first.',
  several: 'One word at a time: letters and digits only.',
  short: 'A word needs at least three letters.',
  long: 'A word has at most 30 letters.',
  known: 'This word is there already.',
  many: 'Thirty words are the most. Remove one first.',
} as const
export const filtered =
  'one: Saved. {count} kind or word is kept from you. | other: Saved. {count} kinds and words are kept from you.'
export const filterFailed = 'That was not saved'
export const blocked = 'Blocked'
export const blockedLead = 'You do not exist for each other. They are not told.'
export const noneBlocked = 'You block nobody'
export const noneBlockedLead = 'The menu of a post or of a wall blocks somebody, both ways and at once.'
export const blockedFailed = 'We could not load whom you block'
export const mute = 'Mute {name}'
export const muteHelp = 'You hear nothing of what they do'
export const unmute = 'Unmute {name}'
export const mutedToast = 'You hear nothing of {name} any more'
export const unmutedToast = 'You hear of {name} again'
export const muteFailed = 'That did not work. Try again.'
export const muted = 'Muted'
export const mutedLead = 'People you get no notifications of. You see them as before, and they are not told.'
export const mutedNone = 'You mute nobody'
export const mutedNoneLead = 'You can mute somebody from the menu of their posts.'
export const mutedFailed = 'We could not load whom you mute'
export const unmuteNow = 'Unmute'
