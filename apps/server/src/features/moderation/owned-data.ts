import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedDecisions } from './decision-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'reports',
    columns: ['reporter_id'],
    export: { columns: ['created_at', 'reason', 'note'] },
    erase: 'name',
    why: 'what was reported still wants looking at',
  },
  {
    table: 'reports',
    // An export must not reveal that a user was reported, or who reported them.
    columns: ['owner_id', 'user_id'],
    export: { nothing: 'a report is between its reporter and the moderators' },
    erase: 'name',
    why: 'a line of who reported it stays; words and pictures go',
  },
  {
    table: 'photo_requests',
    // Photo removal requests come from people without an account, so the rows are found by e-mail address.
    columns: ['email'],
    export: { nothing: 'asked by a form without an account; whose address it is was not proven' },
    erase: 'runs-out',
    why: '30 days after the answer, 180 days at most',
  },
  {
    table: 'moderators',
    columns: ['user_id'],
    export: { columns: ['added_at', 'role', 'removed_at'] },
    erase: 'name',
    why: 'the log says as whom something was decided, and names nobody',
  },
  {
    table: 'muted_reporters',
    columns: ['user_id'],
    export: { nothing: 'moderators do not tell it: who knows reports by another account' },
    erase: 'row',
  },
  {
    table: 'decisions',
    columns: ['owner_id', 'user_id'],
    export: { rows: exportedDecisions },
    erase: 'row',
  },
  {
    table: 'recent_words',
    columns: ['author_id'],
    export: { nothing: 'digests of what the export gives in words' },
    erase: 'row',
  },
]
