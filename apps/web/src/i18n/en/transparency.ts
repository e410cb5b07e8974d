// Messages for the transparency page with public moderation figures.

export const pageTitle = 'Transparency'
// Shorter than the page title, which is too long for the large heading on a phone.
export const heading = 'Decisions in numbers'
export const intro = 'Transparency: what moderators did, month by month, counted from their log.'
export const byMonth = 'By month'
export const emptyTitle = 'Moderators have decided nothing yet.'
export const loadFailed = 'We could not load the numbers'
export const decisionsColumn = 'Decisions'
export const zeroNote = '0 means that it did not happen in this month, not that it was not counted.'
export const methodTitle = 'How it is counted'
export const logNote =
  'Each number comes from the log of moderation, to which entries can only be added. The last twelve months with an entry are shown.'
export const monthsNote = 'A month begins and ends in UTC. The newest may not be over.'
export const programNote =
  'A program may hold what many new accounts post alike. That counts as a decision, and again when a person decides.'
export const anonymityNote = 'The numbers name nobody.'
