export const draftSaveStates = {
  idle: 'Saved automatically as a draft',
  saving: 'Saving draft…',
  saved: 'Draft saved.',
  waiting: 'Saved on this device until you are online.',
  failed: 'Not saved yet. Stay on this page.',
  conflict: 'There are two versions of this draft. Choose one below.',
} as const
