export const notificationPeriods = {
  today: 'Today',
  thisWeek: 'This week',
  earlier: 'Earlier',
} as const
