// The one question after the first log-in.

export const title = 'How old are you?'
export const lead = 'We ask once. We keep your answer and the time of it, never your birthday.'
export const adult = '18 or older'
export const minor = '13 to 17'
export const minorNote = 'Your account will be private: only followers you accept see your posts.'
export const child = 'Under 13'
export const childNote = 'Pawtrait is for people from 13.'
export const goOn = 'Go on'
export const notSaved = 'Your answer was not saved'
export const privateNow = 'Your account is private. You can read more in Settings.'
export const closeTitle = 'You need to be 13'
export const closeLead =
  'Your account will be erased now, with everything in it. This can’t be undone. You are welcome here when you are 13.'
export const close = 'Erase my account'
export const back = 'Back'
export const notErased = 'Your account was not erased'
