import type { DecisionId } from '@pawtrait/contract/ids.ts'
import type { Decision, StatementWithPhotos } from '@pawtrait/contract/moderation/decisions.ts'
import { anId } from './fixtures.ts'

const core = {
  action: 'take-down',
  rule: 'selling',
  note: 'Please do not sell animals here.',
  until: null,
  at: '2026-11-20T10:00:00.000Z',
  automated: false,
  undoneAt: null,
  appeal: null,
} as const

/** A moderation decision as moderators see it at the moderation desk. */
export const aDecision = (more: Partial<Decision> = {}): Decision => ({
  ...core,
  id: anId<DecisionId>(),
  by: 'leila',
  ...more,
})

/** A moderation decision as the affected user sees it. */
export const aStatement = (more: Partial<StatementWithPhotos> = {}): StatementWithPhotos => ({
  ...core,
  id: anId<DecisionId>(),
  kind: 'post',
  excerpt: 'Puppies, cheap',
  appealUntil: '2027-05-19T10:00:00.000Z',
  photos: [],
  ...more,
})

/** A pending appeal against a moderation decision. */
export const anAppeal = (more: Partial<NonNullable<StatementWithPhotos['appeal']>> = {}) => ({
  text: 'They are not for sale.',
  at: '2026-11-21T10:00:00.000Z',
  outcome: null,
  note: '',
  judgedAt: null,
  ...more,
})
