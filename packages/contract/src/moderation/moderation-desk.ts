import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PhotoId, ReportId, UserId, WaveId } from '../ids.ts'
import { Count, page, Time } from '../lists.ts'
import { Text } from '../text.ts'
import { Decision, DeskAction } from './decisions.ts'
import { ModeratorRole, ReportReason } from './moderation.ts'
import { PhotoWhom } from './photo-requests.ts'

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
  /** It waits, and of somebody who reported it more earlier reports were right than not. */
  trusted: v.boolean(),
  /** The first words of it, as they were reported. */
  excerpt: v.string(),
  owner: Person,
  /** Which moderator has taken it; null: nobody. */
  takenBy: v.nullable(v.string()),
  /** It was held with others, for many new accounts posted the same; `size`: how many of them are in this state. */
  wave: v.nullable(v.object({ id: WaveId, size: Count })),
  /** What was decided; null: it waits. `by` null: by nobody, or somebody who is gone. */
  decided: v.nullable(v.object({ action: DeskAction, by: v.nullable(v.string()), at: Time })),
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
  /** Asked for by the form of photos, by somebody without an account, about whom of those in the photo; else null. */
  form: v.nullable(PhotoWhom),
  /** `muted`: what they report does not come to the queue. */
  by: v.nullable(
    v.object({
      id: UserId,
      username: v.string(),
      record: v.object({ upheld: Count, dismissed: Count }),
      muted: v.boolean(),
    }),
  ),
})

// As much of a post or comment as tells what was answered.
const Words = v.object({ by: v.nullable(v.string()), words: v.string() })

/** How an account stands: what of the decisions about it holds now. `until`: of a suspension that ends by itself. */
export const Standing = v.object({
  state: v.picklist(['open', 'limited', 'suspended', 'banned', 'leaving']),
  until: v.nullable(Time),
})

/** What a moderator wrote for the others about a thing. */
export const DeskNote = v.object({ by: v.nullable(v.string()), text: v.string(), at: Time })
export type DeskNote = v.InferOutput<typeof DeskNote>

/** A report with all that a moderator needs to judge it. */
export const ReportInContext = v.object({
  id: ReportId,
  kind: ReportKind,
  state: ReportState,
  /** It was deleted or has ended since: words and photos are as they were reported. */
  isGone: v.boolean(),
  /** The words of it now. */
  words: v.string(),
  /** Everybody may see it. Else opening this page was written into the log. */
  isPublic: v.boolean(),
  /** Where it is for whoever may see it; null: nowhere any more. */
  address: v.nullable(v.string()),
  /** `wasTakenOut`: it was in it when it was reported, as it is here, and is not now, though the thing is there. */
  photos: v.array(v.object({ id: PhotoId, width: Count, height: Count, alt: v.string(), wasTakenOut: v.boolean() })),
  /** Of a comment: the post it stands under, and what it answers, if anything; of other things null. */
  under: v.nullable(v.object({ post: Words, answers: v.nullable(Words) })),
  owner: v.nullable(
    v.object({
      id: UserId,
      username: v.string(),
      fullname: v.string(),
      joinedAt: Time,
      posts: Count,
      /** Things of theirs that were reported rightly before. */
      upheld: Count,
      standing: Standing,
    }),
  ),
  takenBy: v.nullable(v.string()),
  said: v.array(Said),
  notes: v.array(DeskNote),
  /** What was decided about the thing, newest first. */
  decisions: v.array(Decision),
  /** What else of theirs waits, at most twenty. */
  alsoReported: v.array(QueueLine),
})
export type ReportInContext = v.InferOutput<typeof ReportInContext>

export const listReports = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  auth: 'moderator',
  summary: 'What was reported: what waits by urgency, or decisions, newest first',
  query: {
    state: v.optional(v.picklist(['open', 'decided']), 'open'),
    kind: v.optional(ReportKind),
    reason: v.optional(ReportReason),
    /** Only what the viewer has taken. */
    mine: v.optional(v.literal('1')),
    /** Only what was held together. */
    wave: v.optional(WaveId),
    /** Only what is this person's. */
    owner: v.optional(UserId),
    /** Only what waits and was reported by somebody of whose earlier reports more were right than not. */
    trusted: v.optional(v.literal('1')),
    ...page,
  },
  output: ReportQueue,
})

/** What waits at the desk. `oldestAt`: of what nobody has taken. `usualMinutes`: half of 30 days' were faster. */
export const DeskSummary = v.object({
  open: Count,
  mine: Count,
  appeals: Count,
  oldestAt: v.nullable(Time),
  usualMinutes: v.nullable(Count),
  /** Who looks. */
  role: ModeratorRole,
})
export type DeskSummary = v.InferOutput<typeof DeskSummary>

export const getDeskSummary = endpoint({
  method: 'GET',
  path: '/api/moderation/summary',
  auth: 'moderator',
  summary: 'How much waits at the desk, and for how long',
  output: DeskSummary,
})

const oneReport = { auth: 'moderator', params: { id: ReportId } } as const

export const getReport = endpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id',
  summary: 'A report, what it is about and what else of it is reported; of private things the look is logged',
  output: ReportInContext,
})

const Taken = v.object({ takenBy: v.nullable(v.string()) })

/** Idempotent; from somebody else too: who is on holiday must not hold it. */
export const takeReport = endpoint({
  ...oneReport,
  method: 'PUT',
  path: '/api/moderation/reports/:id/assignment',
  summary: 'Take what was reported: others see that I am at it',
  output: Taken,
})

export const handOnReport = endpoint({
  ...oneReport,
  method: 'DELETE',
  path: '/api/moderation/reports/:id/assignment',
  summary: 'Put what was reported back for the others',
  output: Taken,
})

export const noteOnReport = endpoint({
  ...oneReport,
  method: 'POST',
  path: '/api/moderation/reports/:id/notes',
  summary: 'Write a note for other moderators about what was reported',
  body: v.object({ text: v.pipe(Text(1000), v.minLength(1, 'Write a note.')) }),
  output: DeskNote,
  status: 201,
})

/** Days for which the queue leaves out what a muted user reports. They are not told. */
export const REPORTER_MUTE_DAYS = 90

const oneReporter = {
  auth: 'moderator-sudo',
  params: { id: ReportId },
  output: v.object({ muted: v.boolean() }),
} as const

/** Idempotent; a second call starts the days again. */
export const muteReporter = endpoint({
  ...oneReporter,
  method: 'PUT',
  path: '/api/moderation/reports/:id/mute',
  summary: 'Keep what the reporter of this report reports out of the queue',
})

export const unmuteReporter = endpoint({
  ...oneReporter,
  method: 'DELETE',
  path: '/api/moderation/reports/:id/mute',
  summary: 'Let what the reporter of this report reports come to the queue again',
})

export const getReportedPhoto = endpoint({
  ...oneReport,
  method: 'GET',
  path: '/api/moderation/reports/:id/photos/:photo',
  params: { id: ReportId, photo: PhotoId },
  summary: 'A photo of what was reported, as it is served or was',
  answers: 'image/*',
})
