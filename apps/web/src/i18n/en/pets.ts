// Pets: their pages, and the form that adds or changes one.

export const addPet = 'Add a pet'
export const who = 'Who’s in it?'
export const noneYet = 'You have no pets here yet.'
export const editPet = 'Edit {name}'
export const name = 'Name'
export const species = 'Species'
export const backdrop = 'Backdrop'
export const backdrops = {
  marigold: 'Marigold',
  moss: 'Moss',
  lagoon: 'Lagoon',
  dusk: 'Dusk',
  plum: 'Plum',
  rosehip: 'Rosehip',
  clay: 'Clay',
  fog: 'Fog',
} as const
export const breed = 'Breed'
export const sex = 'Sex'
export const sexes = {
  female: 'Female',
  male: 'Male',
  unknown: 'Not known',
} as const
export const birthday = 'Birthday'
export const gotchaDay = 'Gotcha day'
export const gotchaDayHelp = 'The day your pet came home.'
export const bio = 'Bio'
export const bioLeft = 'one: {count} character left | other: {count} characters left'
export const frameOf = "{name}'s frame"
export const frame = 'The frame'
export const addPhoto = 'Add a photo'
export const changePhoto = 'Change the photo'
export const cropTitle = 'Fit it to the arch'
export const hang = 'Hang the frame'
export const hangNamed = "Hang {name}'s frame"
export const hanging = 'Hanging…'
export const save = 'Save changes'
export const saving = 'Saving…'
export const cancel = 'Cancel'
export const notHung = 'The frame is not hung yet'
export const notSaved = 'Nothing is saved yet'
export const kept = 'What you wrote is still here.'
export const hung = "{name}'s frame hangs"
export const saved = 'Saved'
export const remove = 'Delete {name}'
export const removeHelp = 'The page and its followers go. Photos that show {name} stay.'
export const removeTitle = 'Delete {name}?'
export const removeText =
  "{name}'s page, frame and followers go for good. Photos that show {name} stay on their authors' walls."
export const removeYes = 'Delete'
export const removing = 'Deleting…'
export const removeNo = 'Keep {name}'
export const removed = '{name} is deleted'
export const removeFailed = 'That did not work. {name} is still here.'
export const wordName = 'the name'
export const wordSpecies = 'the species'
export const wordBackdrop = 'the backdrop'
export const wordBreed = 'the breed'
export const wordSex = 'the sex'
export const wordBirthday = 'the birthday'
export const wordGotchaDay = 'the gotcha day'
export const wordBio = 'the bio'
export const wordPortrait = 'the photo'
export const follow = 'Follow {name}'
export const following = 'Following'
export const edit = 'Edit {name}'
export const people = 'People'
export const carers = 'With'
export const home = 'Home since {day}'
export const justBorn = 'Just born'
export const bornOn = 'Born on {day}'
export const years = 'one: {count} year | other: {count} years'
export const months = 'one: {count} month | other: {count} months'
export const weeks = 'one: {count} week | other: {count} weeks'
export const yearsAndMonths = '{years} {months}'
export const about = 'About {name}'
export const posts = 'one: {count} post | other: {count} posts'
export const followers = 'one: {count} follower | other: {count} followers'
export const photosOf = 'Photos of {name}'
export const noPosts = 'No portraits yet'
export const noPostsLead = 'Photos that show {name} hang here, newest first.'
export const noPostsMine = 'Post a photo and tag {name}: it hangs here, newest first.'
export const postPhoto = 'Post the first photo'
export const wallOf = '{name}, {kind}: portraits on Pawtrait.'
