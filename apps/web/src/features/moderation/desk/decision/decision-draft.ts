import { DAY_MS } from '@pawtrait/contract/durations.ts'
import {
  MAX_SUSPENSION_DAYS,
  type ModeratorAction,
  moderatorActions,
  type NewDecision,
} from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'

export const suspensionDays = ['1', '3', '7', '30'] as const

/** State of the decision form. A field is null until the moderator makes a choice. */
export type DecisionDraft = {
  action: ModeratorAction | null
  rule: HouseRule | null
  note: string
  /** Duration of a suspension in days, or `date` if the moderator selects the last day instead. */
  lasts: (typeof suspensionDays)[number] | 'date' | null
  /** Last day of the suspension, `YYYY-MM-DD`; empty before a choice. */
  date: string
}

export const emptyDecisionDraft: DecisionDraft = { action: null, rule: null, note: '', lasts: null, date: '' }

/** Returns the actions that are possible for all these kinds of reports. Only posts can be hidden. */
export const getAvailableActions = (kinds: Iterable<ReportedItemKind>): ModeratorAction[] => {
  const arePosts = [...kinds].every((kind) => kind === 'post')
  return moderatorActions.filter((action) => action !== 'hide' || arePosts)
}

/** Sets the rule. Also replaces the note with the text of the rule, unless the moderator has edited the note. */
export function withRule(draft: DecisionDraft, rule: HouseRule | null): DecisionDraft {
  const isUntouched = draft.note === '' || (draft.rule !== null && draft.note === noteTemplates[draft.rule])
  return { ...draft, rule, note: isUntouched ? (rule ? noteTemplates[rule] : '') : draft.note }
}

// Rule to preselect for each reason of a report. With null the moderator must select a rule.
const ruleOf = {
  cruelty: 'cruelty',
  harassment: 'harassment',
  'private-details': 'private-details',
  selling: 'selling',
  'not-theirs': 'not-theirs',
  other: null,
} as const satisfies Record<ReportReason, HouseRule | null>

/** Returns whether the chosen action requires a rule. Only a dismissal requires none. */
export const needsRule = ({ action }: DecisionDraft) => action !== null && action !== 'dismiss'

/** Sets the action. The first action that requires a rule also selects the likely rule, with its text as the note. */
export function withAction(draft: DecisionDraft, action: ModeratorAction, reason: ReportReason | null): DecisionDraft {
  const next = { ...draft, action }
  const isFirst = needsRule(next) && !needsRule(draft) && draft.rule === null
  return isFirst && reason ? withRule(next, ruleOf[reason]) : next
}

export type MissingField = 'action' | 'rule' | 'until'

/** Returns the end of a suspension in epoch ms, or null if invalid. A last day ends in the moderator's time zone. */
function computeEnd({ lasts, date }: DecisionDraft, now: number): number | null {
  if (lasts === null) return null
  if (lasts !== 'date') return now + Number(lasts) * DAY_MS
  const end = new Date(`${date}T23:59:00`).getTime()
  return end > now && end <= now + MAX_SUSPENSION_DAYS * DAY_MS ? end : null
}

/** Returns the decision to send, or the name of a missing or invalid field. */
export function buildDecision(draft: DecisionDraft, now: number): NewDecision | MissingField {
  const { action, rule, note } = draft
  if (!action) return 'action'
  if (action === 'dismiss') return { action, note: '' }
  const end = action === 'suspend' ? computeEnd(draft, now) : undefined
  if (end === null) return 'until'
  if (!rule) return 'rule'
  return { action, rule, note, ...(end !== undefined && { until: new Date(end).toISOString() }) }
}
