import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PhotoId, ReportId, UserId } from './ids.ts'
import { Count, page, Time } from './lists.ts'
import { ReportReason } from './moderation.ts'

/** What reports can be about. */
export const reportKinds = ['user', 'pet', 'post', 'comment', 'story'] as const
export const ReportKind = v.picklist(reportKinds)
export type ReportKind = v.InferOutput<typeof ReportKind>

/** `open`: it waits for a decision. `dismissed`: nothing was wrong. `upheld`: something was done. */
export const reportStates = ['open', 'dismissed', 'upheld'] as const
export const ReportState = v.picklist(reportStates)
export type ReportState = v.InferOutput<typeof ReportState>

/** Whose it is that was reported, or who reported; null where they are gone. */
const Person = v.nullable(v.object({ id: UserId, username: v.string(), fullname: v.string() }))

/** One thing that was reported, by as many as have; it has the id of the most urgent report, the oldest of those. */
export const QueueLine = v.object({
  id: ReportId,
  kind: ReportKind,
  reason: ReportReason,
  state: ReportState,
  /** Who reported it and waits for an answer. */
  reports: Count,
  /** The first words of it, as they were reported. */
  excerpt: v.string(),
  owner: Person,
  at: Time,
})
export type QueueLine = v.InferOutput<typeof QueueLine>

export const ReportQueue = v.object({ reports: v.array(QueueLine), cursor: v.nullable(v.string()) })
export type ReportQueue = v.InferOutput<typeof ReportQueue>

/** One person's report. `record`: how many of their earlier ones were right, and how many were not. */
const Said = v.object({
  id: ReportId,
  reason: ReportReason,
  note: v.string(),
  /** The words of it as this person saw them. */
  words: v.string(),
  state: ReportState,
  at: Time,
  by: v.nullable(v.object({ id: UserId, username: v.string(), record: v.object({ upheld: Count, dismissed: Count }) })),
})

/** A report with all that a moderator needs to judge it. */
export const ReportInContext = v.object({
  id: ReportId,
  kind: ReportKind,
  state: ReportState,
  /** The words of it now. */
  words: v.string(),
  /** Everybody may see it. Else opening this page was written into the log. */
  isPublic: v.boolean(),
  /** Where it is for whoever may see it. */
  address: v.string(),
  photos: v.array(v.object({ id: PhotoId, width: Count, height: Count, alt: v.string() })),
  owner: v.nullable(
    v.object({
      id: UserId,
      username: v.string(),
      fullname: v.string(),
      joinedAt: Time,
      posts: Count,
      /** Things of theirs that were reported rightly before. */
      upheld: Count,
    }),
  ),
  said: v.array(Said),
  /** What else of theirs waits, at most twenty. */
  alsoReported: v.array(QueueLine),
})
export type ReportInContext = v.InferOutput<typeof ReportInContext>

export const listReports = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  auth: 'moderator',
  summary: 'What was reported: open ones by urgency, decided ones newest first',
  query: { state: v.optional(v.picklist(['open', 'decided']), 'open'), kind: v.optional(ReportKind), ...page },
  output: ReportQueue,
})

const oneReport = { auth: 'moderator', params: { id: ReportId } } as const

export const getReport = endpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id',
  summary: 'A report, what it is about and what else of it is reported; of private things the look is logged',
  output: ReportInContext,
})

export const getReportedPhoto = endpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id/photos/:photo',
  params: { id: ReportId, photo: PhotoId },
  summary: 'A photo of what was reported, as it is served or was',
  answers: 'image/*',
})
