/** What one may hear of; each can be switched off in settings. */
export const notificationTypes = [
  'like',
  'comment',
  'reply',
  'comment-like',
  'mention',
  'follow',
  'follow-request',
  'request-accepted',
  'pet-follow',
  'pet-invite',
  'pet-person',
  'tribute',
  'story-paw',
  'story-reply',
  'birthday',
] as const
