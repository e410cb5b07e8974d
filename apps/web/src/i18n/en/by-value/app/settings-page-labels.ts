export const settingsPageLabels = {
  account: 'Account',
  security: 'Security',
  privacy: 'Privacy',
  data: 'Data',
  notifications: 'Notifications',
  appearance: 'Appearance',
} as const
