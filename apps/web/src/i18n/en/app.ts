// Words of the shell and the pages that belong to no feature.

export const name = 'Pawtrait'
export const pageTitle = '{page} · Pawtrait'
export const yours = 'Yours'
export const yourPets = 'Your pets'
export const you = 'You'
export const skip = 'Skip to content'
export const main = 'Main'
export const back = 'Back'
export const tryAgain = 'Try again'
export const signUp = 'Sign Up'
export const logIn = 'Log In'
export const logOut = 'Log Out'
export const settings = 'Settings'
export const safety = 'Safety'
export const privacy = 'Privacy'
export const feed = 'Feed'
export const create = 'Create'
export const search = 'Search'
export const premium = 'Premium'
export const profile = 'Profile'
export const newVersion = 'A new version is ready'
export const newVersionHelp = 'Reload when you are done here.'
export const reload = 'Reload'
export const later = 'Later'
export const goToFeed = 'Go to the feed'
export const goHome = 'Go to the first page'
export const notFound = 'Page not found'
export const missing = {
  page: 'The page may have moved, been taken down, or never been. We have been looking at the empty frame too.',
  post: 'There is no such post here: it may have been taken down, or be for others.',
  wall: 'Nobody here goes by that name: they may have changed it, or left.',
  pet: 'There is no pet at this address: its page may have been taken down.',
  story: 'This story has expired or was deleted.',
} as const
export const notFoundNote = 'A link from a friend? The post may be for followers only.'
export const saving = 'Saving…'
export const unsaved = 'Save before you go?'
export const unsavedWhat =
  'one: You changed {what}. It is not saved yet. | other: You changed {what}. Nothing of it is saved yet.'
export const saveAndLeave = 'Save and leave'
export const leaveUnsaved = 'Leave without saving'
export const keepEditing = 'Keep editing'
export const broken = 'Something came loose'
export const brokenLead = 'The server hit a fault. Nothing you posted is lost; it is written down and will be mended.'
export const offline = 'You’re offline'
export const offlineLead = 'We’ll try again when you’re back.'
export const brokenNumber = 'If it stays like this, send us this number: {number}'
