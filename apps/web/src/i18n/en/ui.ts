// Words of controls that every feature uses.

export const close = 'Close'
export const cancel = 'Cancel'
export const undo = 'Undo'
export const justNow = 'just now'
export const loading = 'Loading'
export const earlier = 'Show earlier ones'
export const tryAgain = 'Try again'
export const offline = 'You’re offline. We’ll try again when you’re back.'
export const partFailed = 'This part did not load. Check your connection.'
export const showZipCode = 'Show zip code'
export const hideZipCode = 'Hide zip code'
