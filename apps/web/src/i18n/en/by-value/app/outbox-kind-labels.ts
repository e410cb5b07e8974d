import type { OutboxKind } from '#lib/outbox/outbox-database.ts'

/** Names of actions that wait for the network. */
export const outboxKindLabels = {
  like: 'Like',
  save: 'Save',
  follow: 'Follow',
  comment: 'Comment',
  story: 'Story',
  'story-reply': 'Story reply',
  'like-comment': 'Like of a comment',
  react: 'Story reaction',
  view: 'Story view',
  edit: 'Edit',
  delete: 'Delete',
} as const satisfies Record<OutboxKind, string>

/** Names of actions that undo an earlier action, such as an unlike. */
export const outboxUndoLabels = {
  like: 'Unlike',
  save: 'Remove from saved',
  follow: 'Unfollow',
  'like-comment': 'Unlike of a comment',
  react: 'Removal of a story reaction',
} as const satisfies Partial<Record<OutboxKind, string>>
