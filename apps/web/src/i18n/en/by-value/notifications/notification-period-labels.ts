export const notificationPeriodLabels = {
  today: 'Today',
  thisWeek: 'This week',
  earlier: 'Earlier',
} as const
