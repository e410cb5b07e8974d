import type { PhotoId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import type { DeskSummary, QueuedItem, ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { anId } from './fixtures.ts'

/** Returns a summary of the moderation queue. */
export const aQueueSummary = (more: Partial<DeskSummary> = {}): DeskSummary => ({
  open: 12,
  mine: 3,
  appeals: 1,
  oldestAt: '2026-11-26T10:00:00.000Z',
  usualMinutes: 38,
  role: 'moderator',
  ...more,
})

const person = (username: string) => ({ id: anId<UserId>(), username, fullname: `${username} Test` })

/** A reported item in the queue. */
export const aQueuedReport = (more: Partial<QueuedItem> = {}): QueuedItem => ({
  id: anId<ReportId>(),
  kind: 'post',
  reason: 'selling',
  state: 'open',
  reports: 2,
  trusted: false,
  excerpt: 'Puppies, cheap',
  owner: person('petz4u'),
  takenBy: null,
  wave: null,
  decided: null,
  at: '2026-11-26T10:00:00.000Z',
  ...more,
})

/** A report with its full context, as the moderation desk shows it. */
export const aReportInContext = (more: Partial<ReportDetails> = {}): ReportDetails => ({
  id: anId<ReportId>(),
  kind: 'post',
  state: 'open',
  words: 'Nothing to see',
  isPublic: true,
  isGone: false,
  under: null,
  address: '/posts/1',
  photos: [{ id: anId<PhotoId>(), width: 800, height: 600, alt: 'Puppies in a box', wasTakenOut: false }],
  owner: {
    ...person('petz4u'),
    joinedAt: '2025-03-01T10:00:00.000Z',
    posts: 212,
    upheld: 1,
    standing: { state: 'open', until: null },
  },
  takenBy: null,
  said: [
    {
      id: anId<ReportId>(),
      reason: 'selling',
      note: 'They ask for money first.',
      words: 'Puppies, cheap',
      state: 'open',
      at: '2026-11-26T10:00:00.000Z',
      form: null,
      by: { ...person('anna'), record: { upheld: 3, dismissed: 1 }, muted: false },
    },
  ],
  notes: [],
  decisions: [],
  alsoReported: [],
  ...more,
})
