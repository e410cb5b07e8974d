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
import { deskNotes } from '#i18n/en/by-value/moderation/desk-notes.ts'

export const suspensionDays = ['1', '3', '7', '30'] as const

/** A decision as it is being made. */
export type DecisionDraft = {
  action: DeskAction | null
  rule: Rule | null
  note: string
  /** How long a suspension lasts: days from now, or until a date. */
  lasts: (typeof suspensionDays)[number] | 'date' | null
  /** `YYYY-MM-DD`, empty while none is chosen. */
  date: string
}

export const emptyDecision: DecisionDraft = { action: null, rule: null, note: '', lasts: null, date: '' }

/** What can be done about all of these: only a post can be hidden. */
export const actionsFor = (kinds: Iterable<ReportKind>): DeskAction[] => {
  const arePosts = [...kinds].every((kind) => kind === 'post')
  return deskActions.filter((action) => action !== 'hide' || arePosts)
}

/** Chooses a rule, with its words for the note unless the moderator has written their own. */
export function withRule(draft: DecisionDraft, rule: Rule | null): DecisionDraft {
  const isUntouched = draft.note === '' || (draft.rule !== null && draft.note === deskNotes[draft.rule])
  return { ...draft, rule, note: isUntouched ? (rule ? deskNotes[rule] : '') : draft.note }
}

// The rule that was most likely broken where this is the reason; none: the moderator has to say.
const ruleOf = {
  cruelty: 'cruelty',
  harassment: 'harassment',
  'private-details': 'private-details',
  selling: 'selling',
  'not-theirs': 'not-theirs',
  other: null,
} as const satisfies Record<ReportReason, Rule | null>

/** Something is done, so that a rule was broken. */
export const isAct = ({ action }: DecisionDraft) => action !== null && action !== 'dismiss'

/** Chooses what happens. With the first thing that is done about it comes the rule of the reason, with its words. */
export function withAction(draft: DecisionDraft, action: DeskAction, reason: ReportReason | null): DecisionDraft {
  const next = { ...draft, action }
  const isFirst = isAct(next) && !isAct(draft) && draft.rule === null
  return isFirst && reason ? withRule(next, ruleOf[reason]) : next
}

export type Missing = 'action' | 'rule' | 'until'

/** When a suspension ends, in milliseconds: a date counts to its last minute, in the moderator's zone. */
function endOf({ lasts, date }: DecisionDraft, now: number): number | null {
  if (lasts === null) return null
  if (lasts !== 'date') return now + Number(lasts) * DAY_MS
  const end = new Date(`${date}T23:59:00`).getTime()
  return end > now && end <= now + LONGEST_SUSPENSION_DAYS * DAY_MS ? end : null
}

/** What is to be sent; or which of its parts is still missing. */
export function decisionOf(draft: DecisionDraft, now: number): NewDecision | Missing {
  const { action, rule, note } = draft
  if (!action) return 'action'
  if (action === 'dismiss') return { action, note: '' }
  const end = action === 'suspend' ? endOf(draft, now) : undefined
  if (end === null) return 'until'
  if (!rule) return 'rule'
  return { action, rule, note, ...(end !== undefined && { until: new Date(end).toISOString() }) }
}
