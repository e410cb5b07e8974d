export const draftsSteps = {
  idle: 'Saved automatically as a draft',
  saving: 'Keeping your draft…',
  saved: 'Kept on the server.',
  waiting: 'Kept on this device until you are online.',
  failed: 'Not saved yet. Stay on this page.',
  conflict: 'There are two versions of this draft. Choose one below.',
} as const
