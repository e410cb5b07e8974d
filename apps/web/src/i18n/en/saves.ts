/** Saved posts. */
export const saves = {
  save: 'Save',
  failed: 'Saving did not reach the server. Try again.',
} as const
