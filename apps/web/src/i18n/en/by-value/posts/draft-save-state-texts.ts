export const draftSaveStateTexts = {
  idle: 'Saved automatically as a draft',
  saving: 'Saving draft…',
  saved: 'Draft saved.',
  waiting: 'Saved on this device until you are online.',
  unconfirmed: 'Saved on this device until the post is confirmed.',
  failed: 'Not saved yet. Stay on this page.',
  conflict: 'There are two versions of this draft. Choose one below.',
} as const
