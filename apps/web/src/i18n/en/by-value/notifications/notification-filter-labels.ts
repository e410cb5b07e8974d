export const notificationFilterLabels = {
  all: 'All',
  pets: 'Your pets',
  mentions: 'Mentions',
} as const
