import { section } from '../sections.ts'

/** Words of controls that every feature uses. */
export const ui = section('ui', {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  justNow: 'just now',
  minutes: '{count} min',
  hours: '{count} h',
  days: '{count} d',
  weeks: '{count} wk',
  months: '{count} mo',
  years: '{count} yr',
  loading: 'Loading',
  earlier: 'Show earlier ones',
  tryAgain: 'Try again',
  offline: 'You’re offline. We’ll try again when you’re back.',
  partFailed: 'This part did not load. Check your connection.',
  previousPhoto: 'Previous photo',
  nextPhoto: 'Next photo',
  photoOf: 'Photo {number} of {total}',
  showZipCode: 'Show zip code',
  hideZipCode: 'Hide zip code',
} as const)
