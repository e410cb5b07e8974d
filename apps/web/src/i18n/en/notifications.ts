// What happened, in sentences. `who` are the people, already in words.

export const notifications = 'Notifications'
export const bell = 'Notifications, {unread} new'
export const titled = '({unread}) {title}'
export const parts = 'Which notifications'
export const partNames = {
  all: 'All',
  pets: 'Your pets',
  mentions: 'Mentions',
} as const
export const readAll = 'Mark all read'
export const readFailed = 'That did not work. They are still unread.'
export const unseen = '{count} new'
export const showNew = 'one: Show {count} new notification | other: Show {count} new notifications'
export const days = {
  today: 'Today',
  thisWeek: 'This week',
  earlier: 'Earlier',
} as const
export const unread = 'unread'
export const two = '{first} and {second}'
export const many = '{first}, {second} and {others}'
export const others = 'one: {count} other | other: {count} others'
export const like = 'one: {who} likes {what} | other: {who} like {what}'
export const comment = '{who} commented on {what}'
export const told = {
  reply: '{who} answered you',
  'comment-like': 'one: {who} likes what you said | other: {who} like what you said',
  mention: '{who} mentioned you',
  follow: 'one: {who} follows you now | other: {who} follow you now',
  'follow-request': '{who} asked to follow you',
  'request-accepted': '{who} accepted your request to follow',
  'pet-follow': 'one: {who} follows {pet} now | other: {who} follow {pet} now',
  'pet-invite': '{who} invited you to look after {pet}',
  'pet-person': 'one: {who} looks after {pet} now | other: {who} look after {pet} now',
  tribute: '{who} left a memory of {pet}',
  'story-paw': '{who} sent a paw to your story',
  'story-reply': '{who} answered your story',
} as const
export const toldOwner = {
  'pet-invite': '{who} asked you to become {pet}’s owner',
  'pet-person': 'one: {who} is {pet}’s owner now | other: {who} are {pet}’s owners now',
} as const
export const birthday = 'one: {pet} turned one | other: {pet} turned {count}'
export const birthdayOnly = 'It was {pet}’s birthday'
export const yourPhoto = 'your photo'
export const theirPhoto = 'a photo'
export const petsPhoto = '{pet}’s photo'
export const accept = 'Accept'
export const acceptNamed = 'Accept {name}'
export const decline = 'Decline'
export const declineNamed = 'Decline {name}'
export const answerFailed = 'That did not work. Try again.'
export const open = 'Open'
export const openInvite = 'Open the invitation of {name}'
export const empty = 'All quiet'
export const emptyLead = 'When someone likes, comments or follows, it lands here. Until then, we sit.'
export const emptyPets = 'Nothing about your pets yet'
export const emptyMentions = 'Nobody has mentioned you yet'
export const postPhoto = 'Post a photo'
export const findPets = 'Find pets to follow'
export const failed = 'We could not load your notifications'
export const failedLead = 'They are kept. Try again in a moment.'
export const reaching = 'What you hear of'
export const reachingLead = 'Choose what is worth a notification, and mute what is not.'
export const requests = 'Requests'
export const seeAll = 'one: See it | other: See all {count}'
export const allSettings = 'All notification settings'
export const settingsFailed = 'We could not load what you hear of'
export const switchFailed = 'That did not work. Nothing has changed.'
export const groups = {
  posts: 'Posts and talk',
  people: 'People',
  ofPets: 'Pets',
  stories: 'Stories',
} as const
export const kinds = {
  like: 'Likes',
  comment: 'Comments on your posts',
  reply: 'Answers to you',
  'comment-like': 'Likes of your comments',
  mention: 'Mentions',
  follow: 'New followers',
  'follow-request': 'Requests to follow you',
  'request-accepted': 'Requests of yours that were accepted',
  'pet-follow': 'New followers of your pets',
  'pet-invite': 'Invitations to look after a pet',
  'pet-person': 'New people around your pets',
  tribute: 'Memories left for your pets',
  birthday: 'Birthdays',
  'story-paw': 'Paws for your stories',
  'story-reply': 'Answers to your stories',
} as const
export const muteThread = 'Mute this post'
export const muteThreadHelp = 'You hear nothing of it any more'
export const unmuteThread = 'Unmute this post'
export const threadMuted = 'You hear nothing of this post any more'
export const threadUnmuted = 'You hear of this post again'
