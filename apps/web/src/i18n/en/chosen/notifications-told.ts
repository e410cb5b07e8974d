export const notificationsTold = {
  reply: '{who} replied to you',
  'comment-like': 'one: {who} likes your comment | other: {who} like your comment',
  mention: '{who} mentioned you',
  follow: 'one: {who} follows you now | other: {who} follow you now',
  'follow-request': '{who} asked to follow you',
  'request-accepted': '{who} accepted your request to follow',
  'pet-follow': 'one: {who} follows {pet} now | other: {who} follow {pet} now',
  'pet-invite': '{who} invited you to look after {pet}',
  'pet-person': 'one: {who} looks after {pet} now | other: {who} look after {pet} now',
  tribute: '{who} left a memory of {pet}',
  'story-paw': '{who} reacted to your story',
  'story-reply': '{who} replied to your story',
} as const
