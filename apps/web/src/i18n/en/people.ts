// Who cares for a pet: its people, their roles, invitations and what each did.

export const title = "{name}'s people"
export const lead = 'one: {count} person cares for {name}. | other: {count} people care for {name}.'
export const people = 'one: {count} person | other: {count} people'
export const shown = 'Every action shows who did it'
export const roles = {
  owner: 'Owner',
  family: 'Family',
  carer: 'Carer',
  sitter: 'Sitter',
} as const
export const as = {
  owner: 'an owner',
  family: 'family',
  carer: 'a carer',
  sitter: 'a sitter',
} as const
export const you = '{role}, you'
export const addedIt = 'Added {name} on {day}'
export const joined = 'Joined on {day}'
export const joinedBy = 'Joined on {day}, asked by {by}'
export const until = 'Until {day}, then access ends by itself'
export const roleOf = 'Role of {name}: {role}'
export const changeRole = 'Make {role}'
export const changeUntil = 'Change the last day'
export const removePerson = 'Take off {pet}'
export const removeTitle = 'Take {name} off {pet}?'
export const removeText = 'They can post {pet} no more. What they posted stays, with their name beside it.'
export const removeYes = 'Take off'
export const removed = '{name} is off {pet}'
export const changed = '{name} is {role} now'
export const failed = 'That did not work'
export const lastOwner = 'There is always an owner. Hand over first.'
export const waiting = 'Waiting for an answer'
export const aLink = 'A one-time link'
export const askedAs = 'Asked to be {role} on {day}. Open until {end}.'
export const linkFor = 'For {role}, made on {day}. Open until {end}.'
export const takeBack = 'Take back'
export const takeBackNamed = 'Take back the invitation to {name}'
export const takenBack = 'The invitation is taken back'
export const mayDo = 'What each may do'
export const may = {
  owner: 'Everything, including handing over and saying goodbye. There is always one.',
  family: 'Posts, edits the page and asks sitters.',
  carer: 'Posts.',
  sitter: 'Posts, until a date you choose.',
} as const
export const invite = 'Invite someone'
export const inviteTo = 'Invite someone to {name}'
export const who = 'Who?'
export const whoHelp = 'Their username.'
export const asWhat = 'As what?'
export const untilLabel = 'Until'
export const untilHelp = 'Access ends that night by itself. What they posted stays.'
export const send = 'Send invitation'
export const sending = 'Sending…'
export const sent = '{name} is asked'
export const makeLink = 'Make a link instead'
export const link = 'The link'
export const linkOnce = 'It works once, for seven days, for whoever opens it first. You see it here and never again.'
export const copyLink = 'Copy the link'
export const copied = 'The link is copied'
export const notCopied = 'Mark the link and copy it.'
export const done = 'Done'
export const nobody = 'Nobody here is called that.'
export const alreadyIn = 'They care for {pet} already, or have been asked.'
export const notSent = 'The invitation is not sent'
export const handOver = 'Hand over'
export const handOverLead = 'The last owner cannot leave without passing {name} on. The new owner has to say yes first.'
export const chooseOwner = 'Choose a new owner'
export const handOverTo = 'Who owns {name} next?'
export const somebodyElse = 'Somebody else'
export const afterwards = 'And you?'
export const staysOwner = 'I stay an owner too'
export const becomesFamily = 'I become family'
export const leaves = 'I leave {name}'
export const ask = 'Ask them'
export const leave = 'Leave {name}'
export const leaveLead = 'What you posted stays on your wall and on {name}’s page.'
export const leaveTitle = 'Leave {name}?'
export const leaveText = 'You can post {name} no more, and somebody has to ask you back. What you posted stays.'
export const leaveYes = 'Leave'
export const left = 'You have left {name}'
export const stay = 'Stay'
export const setUntil = 'Until when does {name} sit?'
export const save = 'Save'
export const deeds = {
  added: '{actor} added {pet}',
  edited: '{actor} changed the page',
  'changed-portrait': "{actor} changed {pet}'s portrait",
  invited: '{actor} asked {user} to be {role}',
  'invited-link': '{actor} made a link for {role}',
  'took-back-invite': '{actor} took an invitation back',
  'joined-owner': '{actor} became an owner',
  joined: '{actor} joined as {role}',
  declined: '{actor} said no to being {role}',
  'changed-role': '{actor} made {user} {role}',
  removed: '{actor} took {user} off',
  left: '{actor} left',
  'handed-over': '{actor} handed {pet} over to {user}',
  inherited: '{user} became the owner: nobody else was left',
  remembered: '{actor} made the page a memorial',
  'memorial-undone': '{actor} took the memorial back',
  'approved-tribute': '{actor} put a memory up',
  'declined-tribute': '{actor} left a memory out',
  'kept-highlight': '{actor} kept a story',
  'removed-highlight': '{actor} took a story off',
  deleted: '{actor} deleted {pet}',
} as const
export const history = 'What was done'
export const somebody = 'Somebody who is gone'
export const historyFailed = 'We could not load what was done'
export const peopleFailed = 'We could not load the people'
export const invitation = 'Invitation'
export const asksYou = '{name} asks you'
export const sitUntil = 'Look after {pet} until {day}?'
export const beCarer = 'Help to look after {pet}?'
export const beFamily = "Be {pet}'s family?"
export const beOwner = "Be {pet}'s owner?"
export const takeOver = "Take over as {pet}'s owner?"
export const posts = "Post {pet}'s photos"
export const postsHelp = "They hang on {pet}'s page with your name beside them."
export const edits = 'Edit the page'
export const editsHelp = 'The portrait, the days and the words about {pet}.'
export const decides = 'Decide who else may'
export const decidesHelp = 'Ask people, change what they may do, and pass {pet} on.'
export const ends = 'Ends by itself'
export const endsHelp = 'On {day} at midnight. You can leave earlier.'
export const leaveAnyTime = 'Leave whenever you like'
export const leaveAnyTimeHelp = 'What you posted stays.'
export const giverFamily = '{name} becomes family once you say yes.'
export const giverLeaves = '{name} leaves {pet} once you say yes.'
export const yes = 'Say yes'
export const sayingYes = 'Saying yes…'
export const no = 'Not this time'
export const welcome = 'You care for {pet} now'
export const welcomeOwner = 'You are {pet}’s owner now'
export const declined = 'You said no'
export const over = 'This invitation is over'
export const overLead = 'It was answered, taken back, or has run out. Ask {name} for a new one.'
export const linkOver = 'This link leads nowhere any more'
export const linkOverLead = 'It was used, taken back, or has run out. Ask whoever sent it for a new one.'
export const accepted = 'You care for {pet}'
export const acceptedOwner = 'You are {pet}’s owner'
export const acceptedLead = 'You said yes to this invitation.'
export const seePet = 'See {pet}'
export const logInYes = 'Log in to say yes'
export const signUpYes = 'New here? Sign up'
export const alreadyYours = 'You care for {pet} already. The link is still good for somebody else.'
export const notAnswered = 'Your answer did not arrive'
export const expires = 'Open until {day}.'
