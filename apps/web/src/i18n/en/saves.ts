import { section } from '../sections.ts'

/** Saved posts. */
export const saves = section('saves', {
  save: 'Save',
  failed: 'Saving did not reach the server. Try again.',
} as const)
