// What comes back: birthdays, this day in earlier years, and pets that died.

export const turns = '{age} on {day}'
export const turnsToday = '{age} today'
export const homeFor = 'one: Home for {count} year on {day} | other: Home for {count} years on {day}'
export const homeToday = 'one: Home for {count} year today | other: Home for {count} years today'
export const lived = '{from} to {until}'
export const diedOn = 'Died on {day}'
export const quiet = 'No birthdays, suggestions or “on this day” for {name} any more.'
export const leave = 'Leave a memory'
export const leaving = 'Leaving it…'
export const yourMemory = 'What do you remember?'
export const helpWaits = "{name}'s people read it before it is seen."
export const left = 'one: {count} letter left | other: {count} letters left'
export const count = 'one: {count} memory | other: {count} memories'
export const none = 'Nobody has left a memory yet.'
export const waits = 'Waiting'
export const waitsYours = "{name}'s people have not read it yet."
export const putUp = 'Put up'
export const putUpNamed = 'Put up the memory of {name}'
export const leaveOut = 'Leave out'
export const leaveOutNamed = 'Leave out the memory of {name}'
export const takeAway = 'Take away'
export const takenAway = 'Your memory is taken away'
export const isUp = 'The memory is up'
export const isOut = 'The memory is left out'
export const thanks = 'Thank you'
export const failed = 'That did not work'
export const listFailed = 'We could not load the memories'
export const goodbye = 'Saying goodbye'
export const goodbyeLead =
  'When {name} has died, the page becomes a memorial: no birthdays or suggestions any more, and a place for memories.'
export const goodbyeDay = 'The day {name} died'
export const makeMemorial = 'Make it a memorial'
export const making = 'Making it…'
export const memorialMade = "{name}'s page is a memorial"
export const memorialLead = "{name}'s page is a memorial. If that was a mistake, everything comes back as it was."
export const undo = 'Take the memorial back'
export const undone = "{name}'s page is as it was"
export const onThisDay = 'On this day'
export const onlyYou = 'Only you see these'
export const yearsAgo = 'one: One year ago | other: {count} years ago'
export const birthdayOf = "{name}'s birthday"
export const today = 'Today, {day}'
export const alsoToday = 'Also today:'
export const turnsAge = '{name}, {age}'
export const isAge = '{name} is {age}'
export const ages = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
} as const
export const withPeople = '{kind}, with {people}'
export const ageUnderOne = 'First year'
export const ageOf = '{count}'
export const sendPaw = 'Send a paw'
export const pawSent = 'Paw sent'
export const paws =
  'one: {count} paw so far. Only followers see this card, for one day. | other: {count} paws so far. Only followers see this card, for one day.'
export const seePage = 'See {name}'
