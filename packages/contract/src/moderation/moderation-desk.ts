import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PhotoId, ReportId, SpamWaveId, UserId } from '../ids.ts'
import { Count, pageQuery, Time } from '../lists.ts'
import { Text } from '../text/clean-text.ts'
import { Decision, ModeratorAction } from './decisions.ts'
import { ModeratorRole, ReportReason } from './moderation.ts'
import { PhotoSubject } from './photo-requests.ts'

export const reportedItemKinds = ['user', 'pet', 'post', 'comment', 'story'] as const
export const ReportedItemKind = v.picklist(reportedItemKinds)
export type ReportedItemKind = v.InferOutput<typeof ReportedItemKind>

/** State of a report. `open`: no decision yet. `dismissed`: no rule was broken. `upheld`: moderators acted. */
export const reportStates = ['open', 'dismissed', 'upheld'] as const
export const ReportState = v.picklist(reportStates)
export type ReportState = v.InferOutput<typeof ReportState>

/** Owner of the reported content, or a reporter; null when the account is deleted. */
const Person = v.nullable(v.object({ id: UserId, username: v.string(), fullname: v.string() }))

/**
 * A reported item in the queue. An item has one row for all its reports. `id` is the id of the most urgent report.
 * Among equally urgent reports, it is the id of the oldest one.
 */
export const QueuedItem = v.object({
  id: ReportId,
  kind: ReportedItemKind,
  reason: ReportReason,
  state: ReportState,
  /** Number of reporters who have not received a response yet. */
  reports: Count,
  /**
   * True if the item is open and one of its reporters is reliable: more of their reports were upheld than dismissed.
   */
  trusted: v.boolean(),
  /** The beginning of the item's text at the time of the report. */
  excerpt: v.string(),
  owner: Person,
  /** Username of the assigned moderator. Null if no moderator is assigned. */
  takenBy: v.nullable(v.string()),
  /**
   * Spam wave of the item: similar posts by many new accounts. `size` is the number of its posts with the same state.
   */
  wave: v.nullable(v.object({ id: SpamWaveId, size: Count })),
  /**
   * The decision. Null while the report is open. `by` is null for an automatic decision, or if the moderator's account
   * is deleted.
   */
  decided: v.nullable(v.object({ action: ModeratorAction, by: v.nullable(v.string()), at: Time })),
  at: Time,
})
export type QueuedItem = v.InferOutput<typeof QueuedItem>

export const ReportQueue = v.object({ reports: v.array(QueuedItem), cursor: v.nullable(v.string()) })
export type ReportQueue = v.InferOutput<typeof ReportQueue>

/** A report by one user. `record` counts this user's other reports that were upheld and dismissed. */
const SingleReport = v.object({
  id: ReportId,
  reason: ReportReason,
  note: v.string(),
  /** The text of the item when it was reported. */
  words: v.string(),
  state: ReportState,
  at: Time,
  /** The person in the photo, for a removal request by a person without an account. Null for other reports. */
  form: v.nullable(PhotoSubject),
  /** `muted`: the queue omits reports of this user. */
  by: v.nullable(
    v.object({
      id: UserId,
      username: v.string(),
      record: v.object({ upheld: Count, dismissed: Count }),
      muted: v.boolean(),
    }),
  ),
})

// Text and author of a comment's post, or of its parent comment.
const Words = v.object({ by: v.nullable(v.string()), words: v.string() })

/** Restrictions of an account by the decisions in force. `until` is when a suspension ends automatically. */
export const AccountRestriction = v.object({
  state: v.picklist(['open', 'limited', 'suspended', 'banned', 'leaving']),
  until: v.nullable(Time),
})

export const ModeratorNote = v.object({ by: v.nullable(v.string()), text: v.string(), at: Time })
export type ModeratorNote = v.InferOutput<typeof ModeratorNote>

/** A report with all data that a moderator needs for a decision. */
export const ReportDetails = v.object({
  id: ReportId,
  kind: ReportedItemKind,
  state: ReportState,
  /** True if the item no longer exists. `words` and `photos` then have their values from the time of the report. */
  isGone: v.boolean(),
  words: v.string(),
  /** Whether everybody may see the item. If not, the server logs which moderator opens the report. */
  isPublic: v.boolean(),
  /** Path of the item's page. Only users who may see the item can open it. Null if the item no longer exists. */
  address: v.nullable(v.string()),
  /** `wasTakenOut`: the photo was removed from the item after the report. */
  photos: v.array(v.object({ id: PhotoId, width: Count, height: Count, alt: v.string(), wasTakenOut: v.boolean() })),
  /** For a reported comment: its post, and its parent comment if there is one. Null for other items. */
  under: v.nullable(v.object({ post: Words, answers: v.nullable(Words) })),
  owner: v.nullable(
    v.object({
      id: UserId,
      username: v.string(),
      fullname: v.string(),
      joinedAt: Time,
      posts: Count,
      /** Number of the owner's items with upheld reports. */
      upheld: Count,
      standing: AccountRestriction,
    }),
  ),
  takenBy: v.nullable(v.string()),
  said: v.array(SingleReport),
  notes: v.array(ModeratorNote),
  /** Decisions on the item, newest first. */
  decisions: v.array(Decision),
  /** At most twenty other open items of the same owner. */
  alsoReported: v.array(QueuedItem),
})
export type ReportDetails = v.InferOutput<typeof ReportDetails>

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  auth: 'moderator',
  summary: 'List reported items: open items by urgency, or decisions, newest first',
  query: {
    state: v.optional(v.picklist(['open', 'decided']), 'open'),
    kind: v.optional(ReportedItemKind),
    reason: v.optional(ReportReason),
    mine: v.optional(v.literal('1')),
    wave: v.optional(SpamWaveId),
    owner: v.optional(UserId),
    /** Requests only open items with a reliable reporter: more of the reporter's reports were upheld than dismissed. */
    trusted: v.optional(v.literal('1')),
    ...pageQuery,
  },
  output: ReportQueue,
})

/**
 * Summary of the open queue. `oldestAt`: time of the oldest unassigned item. `usualMinutes`: median time until a
 * decision, over the last 30 days.
 */
export const DeskSummary = v.object({
  open: Count,
  mine: Count,
  appeals: Count,
  oldestAt: v.nullable(Time),
  usualMinutes: v.nullable(Count),
  role: ModeratorRole,
})
export type DeskSummary = v.InferOutput<typeof DeskSummary>

export const getDeskSummary = defineEndpoint({
  method: 'GET',
  path: '/api/moderation/summary',
  auth: 'moderator',
  summary: 'Get the number of open items and appeals at the desk, and the waiting times',
  output: DeskSummary,
})

const oneReport = { auth: 'moderator', params: { id: ReportId } } as const

export const getReport = defineEndpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id',
  summary: "Get a report with its content and the owner's other open reports; access to private content is logged",
  output: ReportDetails,
})

const Taken = v.object({ takenBy: v.nullable(v.string()) })

/** Assigns an item to the viewer, even if it is assigned to another moderator. Idempotent. */
export const assignReport = defineEndpoint({
  ...oneReport,
  method: 'PUT',
  path: '/api/moderation/reports/:id/assignment',
  summary: 'Assign a reported item to the viewer; other moderators see the assignment',
  output: Taken,
})

export const unassignReport = defineEndpoint({
  ...oneReport,
  method: 'DELETE',
  path: '/api/moderation/reports/:id/assignment',
  summary: 'End the assignment of a reported item',
  output: Taken,
})

export const addReportNote = defineEndpoint({
  ...oneReport,
  method: 'POST',
  path: '/api/moderation/reports/:id/notes',
  summary: 'Add a note for other moderators to a reported item',
  body: v.object({ text: v.pipe(Text(1000), v.minLength(1, 'Write a note.')) }),
  output: ModeratorNote,
  status: 201,
})

/** Days for which the queue omits the reports of a muted user. The user is not notified. */
export const REPORTER_MUTE_DAYS = 90

const oneReporter = {
  auth: 'moderator-sudo',
  params: { id: ReportId },
  output: v.object({ muted: v.boolean() }),
} as const

/** Mutes the reporter. A repeated call restarts the mute period. */
export const muteReporter = defineEndpoint({
  ...oneReporter,
  method: 'PUT',
  path: '/api/moderation/reports/:id/mute',
  summary: "Mute the reporter of a report for 90 days: the queue omits the reporter's reports",
})

export const unmuteReporter = defineEndpoint({
  ...oneReporter,
  method: 'DELETE',
  path: '/api/moderation/reports/:id/mute',
  summary: 'Unmute the reporter of a report',
})

export const getReportedPhoto = defineEndpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id/photos/:photo',
  params: { id: ReportId, photo: PhotoId },
  summary: 'Get a photo of a reported item, as shown now or as it was at the time of the report',
  answers: 'image/*',
})
