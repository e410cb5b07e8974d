// Community rules. Each sentence is a promise, like those about privacy and safety.

export const rules = 'Rules'
export const lead = 'Be kind to animals and to each other. Here is what that means.'
export const report = 'Report it'
export const reportText = 'The “…” menu of a post, a comment, a pet or a person. Only moderators see who reported.'
export const why = 'You read why'
export const whyText = 'Whoever a decision is about is told the rule and the reasons.'
export const appeal = 'You can appeal'
export const appealText = 'Within 180 days, once. Another moderator judges it.'
export const notFine = 'Not all right:'
export const fine = 'All right:'
export const usually = 'What happens:'
export const actions = 'What moderators can do'
export const actionsLead = 'They look at each report with all that belongs to it. Then they choose what fits:'
export const nothing = 'Nothing was wrong: it stays as it is.'
export const warning = 'Warning: you are told, and nothing else changes.'
export const hidden = 'Hidden: only you still see the post.'
export const takenDown = 'Taken down: nobody sees it any more. We keep it for 180 days, in case you appeal.'
export const limited =
  'Limited: only people who follow you find you and your posts. Nobody else is told of what you do.'
export const suspended = 'Suspended: you cannot log in until a day that we name.'
export const banned = 'Banned: you cannot log in any more.'
export const statement = 'What you are told'
export const statementText =
  'You get a statement. It says what was decided, about what, by which rule and for how long. It also says whether a person decided it. You find all of them in Settings, Account.'
export const statementOut =
  'If you cannot log in, try anyway with the right zip code, password or passkey. A link to the statement appears.'
export const appeals = 'If you think we are wrong'
export const appealsText =
  'Open the statement and say why. You have 180 days, and one appeal for each decision. Another moderator than the one who decided reads it. If they agree with you, the decision is undone.'
export const seeRules = 'Read the rules'
