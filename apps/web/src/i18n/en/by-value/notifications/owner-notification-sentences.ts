export const ownerNotificationSentences = {
  'pet-invite': '{who} invited you to become {pet}’s owner',
  'pet-person': 'one: {who} is {pet}’s owner now | other: {who} are {pet}’s owners now',
} as const
