import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { CommentId, PetId, PostId, StoryId, UserId } from '../ids.ts'
import { Text } from '../text/clean-text.ts'

/** Reasons for a report, in the order of the form. */
export const reportReasons = ['cruelty', 'harassment', 'private-details', 'selling', 'not-theirs', 'other'] as const
export const ReportReason = v.picklist(reportReasons)
export type ReportReason = v.InferOutput<typeof ReportReason>

export const ReportSubject = v.variant('type', [
  v.object({ type: v.literal('user'), id: UserId }),
  v.object({ type: v.literal('pet'), id: PetId }),
  v.object({ type: v.literal('post'), id: PostId }),
  v.object({ type: v.literal('comment'), id: CommentId }),
  v.object({ type: v.literal('story'), id: StoryId }),
])
export type ReportSubject = v.InferOutput<typeof ReportSubject>

export const NewReport = v.object({
  subject: ReportSubject,
  reason: ReportReason,
  note: v.optional(Text(500), ''),
})
export type NewReport = v.InferInput<typeof NewReport>

/**
 * Reports an item. Only moderators see the report. A second report by the same user replaces their first report of the
 * item. The new report is open, even if moderators have decided on the first one. A user may send at most 20 reports a
 * day.
 */
export const reportItem = defineEndpoint({
  method: 'POST',
  path: '/api/reports',
  auth: 'user',
  summary: 'Report a user, pet, post, comment or story to the moderators',
  body: NewReport,
  output: v.object({ reported: v.literal(true) }),
  status: 201,
  idempotencyKey: true,
})

export const ModeratorRole = v.picklist(['moderator', 'admin'])

/** Returns null for users who are not moderators. The web app shows moderators a link to the moderation desk. */
export const getModeratorRole = defineEndpoint({
  method: 'GET',
  path: '/api/moderation/role',
  auth: 'user',
  summary: "Get the viewer's moderator role; null if the viewer is not a moderator",
  output: v.object({ role: v.nullable(ModeratorRole) }),
})
