export const notificationsDays = {
  today: 'Today',
  thisWeek: 'This week',
  earlier: 'Earlier',
} as const
