export const photoRequestStateTexts = {
  waiting: 'No moderator has looked yet.',
  'taken-down': 'It was taken down. Nobody sees it any more.',
  stays: 'A moderator has looked at it. It stays.',
} as const
