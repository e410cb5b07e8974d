// Messages for the transparency page with public moderation figures.

export const pageTitle = 'Transparency'
// Heading of the page. The title is one long word, which is too wide for a heading on a phone.
export const heading = 'Decisions in numbers'
export const intro = 'Transparency: what moderators did, month by month, counted from their log.'
export const monthsTitle = 'By month'
export const emptyText = 'No decisions yet.'
export const loadFailed = 'We could not load the numbers'
export const decisionsColumn = 'Decisions'
export const zeroCountNote = '0 means that it did not happen in this month.'
export const methodTitle = 'How it is counted'
export const logNote =
  'Each number comes from the log of moderation. Entries are only added, never changed. You see the last twelve months with an entry.'
export const monthsNote = 'A month begins and ends in UTC. The newest month may not be over.'
export const automaticDecisionNote =
  'If many new accounts post the same thing, it may be hidden automatically. That counts as a decision. If a person then decides, that counts as another.'
export const anonymityNote = 'The numbers contain no names.'
