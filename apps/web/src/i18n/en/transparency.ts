// Transparency page with public moderation figures.

export const transparency = 'Transparency'
// The title is too long for a phone's large heading.
export const heading = 'Decisions in numbers'
export const lead = 'Transparency: what moderators did, month by month, counted from their log.'
export const byMonth = 'By month'
export const none = 'Moderators have decided nothing yet.'
export const failed = 'We could not load the numbers'
export const decisions = 'Decisions'
export const counted = 'How it is counted'
export const fromLog =
  'Each number comes from the log of moderation, to which entries can only be added. The last twelve months with an entry are shown.'
export const months = 'A month begins and ends in UTC. The newest may not be over.'
export const program =
  'A program may hold what many new accounts post alike. That counts as a decision, and again when a person decides.'
export const nobody = 'The numbers name nobody.'
