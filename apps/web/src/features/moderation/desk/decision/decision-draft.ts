import { DAY_MS } from '@pawtrait/contract/durations.ts'
import {
  type DeskAction,
  deskActions,
  LONGEST_SUSPENSION_DAYS,
  type NewDecision,
} from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportReason } from '@pawtrait/contract/moderation/moderation.ts'
import type { ReportKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Rule } from '@pawtrait/contract/moderation/rules.ts'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'

export const suspensionDays = ['1', '3', '7', '30'] as const

/** A decision in progress. */
export type DecisionDraft = {
  action: DeskAction | null
  rule: Rule | null
  note: string
  /** Duration of a suspension: days from now, or until a date. */
  lasts: (typeof suspensionDays)[number] | 'date' | null
  /** `YYYY-MM-DD`; empty before a choice. */
  date: string
}

export const emptyDecision: DecisionDraft = { action: null, rule: null, note: '', lasts: null, date: '' }

/** Returns the actions available for all of these kinds: only posts can be hidden. */
export const actionsFor = (kinds: Iterable<ReportKind>): DeskAction[] => {
  const arePosts = [...kinds].every((kind) => kind === 'post')
  return deskActions.filter((action) => action !== 'hide' || arePosts)
}

/** Sets the rule, and its text as the note unless the moderator has edited the note. */
export function withRule(draft: DecisionDraft, rule: Rule | null): DecisionDraft {
  const isUntouched = draft.note === '' || (draft.rule !== null && draft.note === noteTemplates[draft.rule])
  return { ...draft, rule, note: isUntouched ? (rule ? noteTemplates[rule] : '') : draft.note }
}

// Most likely rule for each reason. Without an entry the moderator has to choose.
const ruleOf = {
  cruelty: 'cruelty',
  harassment: 'harassment',
  'private-details': 'private-details',
  selling: 'selling',
  'not-theirs': 'not-theirs',
  other: null,
} as const satisfies Record<ReportReason, Rule | null>

/** Returns whether the decision is an action, which requires a rule. */
export const needsRule = ({ action }: DecisionDraft) => action !== null && action !== 'dismiss'

/** Sets the action. The first real action also sets the rule for the reason, with its text. */
export function withAction(draft: DecisionDraft, action: DeskAction, reason: ReportReason | null): DecisionDraft {
  const next = { ...draft, action }
  const isFirst = needsRule(next) && !needsRule(draft) && draft.rule === null
  return isFirst && reason ? withRule(next, ruleOf[reason]) : next
}

export type Missing = 'action' | 'rule' | 'until'

/** Returns the end of a suspension in milliseconds. A date counts to its last minute, in the moderator's time zone. */
function endOf({ lasts, date }: DecisionDraft, now: number): number | null {
  if (lasts === null) return null
  if (lasts !== 'date') return now + Number(lasts) * DAY_MS
  const end = new Date(`${date}T23:59:00`).getTime()
  return end > now && end <= now + LONGEST_SUSPENSION_DAYS * DAY_MS ? end : null
}

/** Returns the decision to send, or the name of a missing field. */
export function decisionToSend(draft: DecisionDraft, now: number): NewDecision | Missing {
  const { action, rule, note } = draft
  if (!action) return 'action'
  if (action === 'dismiss') return { action, note: '' }
  const end = action === 'suspend' ? endOf(draft, now) : undefined
  if (end === null) return 'until'
  if (!rule) return 'rule'
  return { action, rule, note, ...(end !== undefined && { until: new Date(end).toISOString() }) }
}
