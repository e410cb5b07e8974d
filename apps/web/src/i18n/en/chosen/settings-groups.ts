export const settingsGroups = {
  account: 'Account',
  security: 'Security',
  privacy: 'Privacy',
  notifications: 'Notifications',
  appearance: 'Appearance',
} as const
