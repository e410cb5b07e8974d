export const photoRequestStates = {
  waiting: 'It waits for a moderator.',
  'taken-down': 'It was taken down. Nobody sees it any more.',
  stays: 'A moderator has looked at it. It stays.',
} as const
