import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { DecisionId, PhotoId, ReportId } from '../ids.ts'
import { Count, Time } from '../lists.ts'
import { Text } from '../text/clean-text.ts'
import { HouseRule } from './rules.ts'

/**
 * Actions of a moderator. `hide` and `take-down` affect the content. A hidden post is visible only to its author.
 * `warn`, `limit`, `suspend` and `ban` affect the owner of the content. Only followers can find a limited account. A
 * ban is permanent.
 */
export const moderatorActions = ['dismiss', 'warn', 'hide', 'take-down', 'limit', 'suspend', 'ban'] as const
export const ModeratorAction = v.picklist(moderatorActions)
export type ModeratorAction = v.InferOutput<typeof ModeratorAction>

/** Maximum length of a suspension in days. A longer exclusion requires a ban. */
export const MAX_SUSPENSION_DAYS = 366

/** Days in which the user can appeal a decision. Content that was taken down is retained for the same time. */
export const APPEAL_DAYS = 180

/** Maximum number of reports in one call of `decideReports`. */
export const MAX_REPORTS_PER_CALL = 200

const parts = {
  action: ModeratorAction,
  /** The rule that was broken. Undefined when a report is dismissed. */
  rule: v.optional(HouseRule),
  /** Text that the affected user reads. */
  note: v.optional(Text(1000), ''),
  /** When a suspension ends. */
  until: v.optional(Time),
}

type Parts = { action: ModeratorAction; rule?: HouseRule | undefined; until?: string | undefined }
const hasRuleIfNeeded = ({ action, rule }: Parts) => (action === 'dismiss') === (rule === undefined)
const needsRule = 'Name the rule that was broken; when nothing was wrong, none.'
const hasEndIfNeeded = ({ action, until }: Parts) => (action === 'suspend') === (until !== undefined)
const needsEnd = 'A suspension needs an end, and nothing else does.'

export const NewDecision = v.pipe(
  v.object(parts),
  v.check((all) => hasRuleIfNeeded(all), needsRule),
  v.check((all) => hasEndIfNeeded(all), needsEnd),
)
export type NewDecision = v.InferOutput<typeof NewDecision>

const SeveralDecisions = v.pipe(
  v.object({ reports: v.pipe(v.array(ReportId), v.minLength(1), v.maxLength(MAX_REPORTS_PER_CALL)), ...parts }),
  v.check((all) => hasRuleIfNeeded(all), needsRule),
  v.check((all) => hasEndIfNeeded(all), needsEnd),
)

/** An appeal, as the user and the moderators see it. `outcome` is null until moderators decide on the appeal. */
const Appeal = v.object({
  text: v.string(),
  at: Time,
  outcome: v.nullable(v.picklist(['upheld', 'overturned'])),
  note: v.string(),
  judgedAt: v.nullable(Time),
})

const core = {
  id: DecisionId,
  action: ModeratorAction,
  rule: v.nullable(HouseRule),
  note: v.string(),
  until: v.nullable(Time),
  at: Time,
  automated: v.boolean(),
  undoneAt: v.nullable(Time),
  appeal: v.nullable(Appeal),
}

/**
 * A decision as moderators see it. `by` is null for an automatic decision, or when the moderator's account is deleted.
 */
export const Decision = v.object({ ...core, by: v.nullable(v.string()) })
export type Decision = v.InferOutput<typeof Decision>

/** Statement of reasons: what the affected user reads about a decision. */
export const StatementOfReasons = v.object({
  ...core,
  kind: v.picklist(['user', 'pet', 'post', 'comment', 'story']),
  /** Text of the content at the time of the decision. */
  excerpt: v.string(),
  /** Deadline for an appeal. Null after an appeal, after the deadline, and if the decision was undone. */
  appealUntil: v.nullable(Time),
})
export type StatementOfReasons = v.InferOutput<typeof StatementOfReasons>

/**
 * Statement of reasons with copies of the photos that the content had when it was reported. `photos` is empty once the
 * copies are deleted.
 */
export const StatementWithPhotos = v.object({
  ...StatementOfReasons.entries,
  photos: v.array(v.object({ id: PhotoId, width: Count, height: Count, alt: v.string() })),
})
export type StatementWithPhotos = v.InferOutput<typeof StatementWithPhotos>

/** Decides on a report. Notifies the owner of the content, even if the owner can no longer log in. */
export const decideReport = defineEndpoint({
  method: 'POST',
  path: '/api/moderation/reports/:id/decisions',
  auth: 'moderator-sudo',
  params: { id: ReportId },
  summary: 'Decide on a reported item; closes all its open reports',
  body: NewDecision,
  output: v.object({ decision: Decision, closed: Count }),
  status: 201,
})

/**
 * Decides on reports one after another, like `decideReport`. `refused` lists failed reports with their problem codes.
 */
export const decideReports = defineEndpoint({
  method: 'POST',
  path: '/api/moderation/decisions',
  auth: 'moderator-sudo',
  summary: 'Apply one decision to many reports, at most 200',
  body: SeveralDecisions,
  output: v.object({
    decided: v.array(v.object({ report: ReportId, decision: DecisionId })),
    refused: v.array(v.object({ report: ReportId, code: v.string() })),
  }),
})

const oneDecision = { params: { id: DecisionId } } as const

export const undoDecision = defineEndpoint({
  ...oneDecision,
  method: 'POST',
  path: '/api/moderation/decisions/:id/undo',
  auth: 'moderator-sudo',
  summary: 'Undo a decision: restores the earlier state and reopens its reports; the note is for moderators',
  body: v.object({ note: v.optional(Text(1000), '') }),
  output: Decision,
})

export const listAppeals = defineEndpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  auth: 'moderator',
  summary: 'List open appeals, oldest first, at most 100; `mine`: the viewer decided, so another moderator must judge',
  output: v.object({
    appeals: v.array(
      v.object({ decision: Decision, report: v.nullable(ReportId), username: v.string(), mine: v.boolean() }),
    ),
  }),
})

export const judgeAppeal = defineEndpoint({
  ...oneDecision,
  method: 'POST',
  path: '/api/moderation/decisions/:id/judgement',
  auth: 'moderator-sudo',
  summary: "Judge an appeal against another moderator's decision; an overturned decision is undone",
  body: v.object({ outcome: v.picklist(['upheld', 'overturned']), note: v.optional(Text(1000), '') }),
  output: Decision,
})

export const listStatements = defineEndpoint({
  method: 'GET',
  path: '/api/decisions',
  auth: 'user',
  summary: "List moderators' decisions about the viewer and the viewer's content, newest first; at most 100",
  output: v.object({ statements: v.array(StatementOfReasons) }),
})

/** Returns a statement of reasons. A suspended user may read it in the browser that has just sent a correct log-in. */
export const getStatement = defineEndpoint({
  ...oneDecision,
  method: 'GET',
  path: '/api/decisions/:id',
  auth: 'anyone',
  summary: "Get the reasons for a decision about the viewer or the viewer's content, and the deadline for an appeal",
  output: StatementWithPhotos,
})

export const getStatementPhoto = defineEndpoint({
  method: 'GET',
  path: '/api/decisions/:id/photos/:photo',
  auth: 'anyone',
  params: { id: DecisionId, photo: PhotoId },
  summary: "Get a photo from a decision about the viewer's content, as it was when it was reported",
  answers: 'image/*',
})

/**
 * Appeals a decision. Possible only once. Until moderators decide on the appeal, the decision stays in force, and
 * removed content is retained.
 */
export const appealDecision = defineEndpoint({
  ...oneDecision,
  method: 'POST',
  path: '/api/decisions/:id/appeal',
  auth: 'anyone',
  summary: "Appeal against a decision about the viewer or the viewer's content, with reasons",
  body: v.object({ text: v.pipe(Text(2000), v.minLength(1, 'Tell us why we should look at it again.')) }),
  output: StatementWithPhotos,
})
