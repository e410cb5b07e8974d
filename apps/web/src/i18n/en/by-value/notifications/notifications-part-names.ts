export const notificationsPartNames = {
  all: 'All',
  pets: 'Your pets',
  mentions: 'Mentions',
} as const
