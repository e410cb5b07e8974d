// Messages for the community rules. Each sentence is a promise to users that the app must keep.

export const pageTitle = 'Rules'
export const intro = 'Be kind to animals and to each other. Here is what that means.'
export const reportTitle = 'Report it'
export const reportText = 'The “…” menu of a post, a comment, a pet or a person. Only moderators see who reported.'
export const reasonTitle = 'We tell you why'
export const reasonText = 'If a decision is about you, we tell you the rule and the reasons.'
export const appealTitle = 'You can appeal'
export const appealText = 'Within 180 days, once. Another moderator judges it.'
export const notAllowedLabel = 'Not allowed:'
export const allowedLabel = 'Allowed:'
export const consequenceLabel = 'What happens:'
export const actionsTitle = 'What moderators can do'
export const actionsText = 'They look at each report and what belongs to it. Then they choose what fits:'
export const dismissAction = 'Nothing was wrong: it stays as it is.'
export const warnAction = 'Warning: we tell you, and nothing else changes.'
export const hideAction = 'Hidden: only you still see the post.'
export const takeDownAction = 'Taken down: nobody sees it any more. We keep it for 180 days, in case you appeal.'
export const limitAction =
  'Limited: only people who follow you find you and your posts. Others get no notifications about you.'
export const suspendAction = 'Suspended: you can’t log in until a day we tell you.'
export const banAction = 'Banned: you can’t log in any more.'
export const statementTitle = 'What we tell you'
export const statementText =
  'We send you a statement. It says what was decided, about what, by which rule and for how long. It also says whether a person decided it. You find all statements in Settings, Account.'
export const statementLoggedOutText =
  'If you can’t log in, try anyway with the right zip code, password or passkey. A link to the statement appears.'
export const appealsTitle = 'If you think we are wrong'
export const appealsText =
  'Open the statement and tell us why. You have 180 days, and one appeal for each decision. Another moderator reads it. If they agree with you, the decision is undone.'
export const seeRules = 'Read the rules'
