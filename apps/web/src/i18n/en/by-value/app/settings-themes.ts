export const settingsThemes = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
} as const
