import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { APPEAL_DAYS, type Decision, type StatementOfReasons } from '@pawtrait/contract/moderation/decisions.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import type { StoredDecisionRow } from './decision-queries.ts'

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

function toCommonFields(row: StoredDecisionRow) {
  const { id, action, rule, note, automated } = row
  return {
    id,
    action,
    rule,
    note,
    automated,
    until: iso(row.until),
    at: new Date(row.at).toISOString(),
    undoneAt: iso(row.undoneAt),
    appeal:
      row.appealedAt === null
        ? null
        : {
            text: row.appealText,
            at: new Date(row.appealedAt).toISOString(),
            outcome: row.outcome,
            note: row.appealNote,
            judgedAt: iso(row.judgedAt),
          },
  }
}

export const toDecision = (row: StoredDecisionRow): Decision => ({ ...toCommonFields(row), by: row.by })

/** Returns the deadline for an appeal against a decision, even after an appeal was made. */
export const computeAppealDeadline = ({ at }: Pick<StoredDecisionRow, 'at'>) =>
  new Date(Date.parse(at) + APPEAL_DAYS * DAY_MS)

// Width of the excerpt in Latin letters. It is enough for the owner to recognise the content.
const EXCERPT = 300

/** Returns a decision as the owner of the content sees it, without the name of the moderator. */
export function toStatement(row: StoredDecisionRow, now: Date): StatementOfReasons {
  const end = computeAppealDeadline(row)
  const mayAppeal = row.appealedAt === null && row.undoneAt === null && end > now
  return {
    ...toCommonFields(row),
    kind: row.kind,
    excerpt: truncateWithEllipsis(row.words.trim(), EXCERPT),
    appealUntil: mayAppeal ? end.toISOString() : null,
  }
}
