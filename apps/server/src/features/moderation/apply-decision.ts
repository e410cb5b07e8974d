import type { CommentId, PetId, PostId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { restoreComment, takeDownComment } from '#features/comments/take-down-comment.ts'
import { restorePet, takeDownPet } from '#features/pets/take-down-pet.ts'
import { hidePost, type RestorablePostState, restorePost, takeDownPost } from '#features/posts/take-down-post.ts'
import { type RestorableProfile, restoreProfile, takeDownProfile } from '#features/profiles/take-down-profile.ts'
import { restoreStory, takeDownStory } from '#features/stories/take-down-story.ts'
import { lockUsersWithPetAvatar } from '#features/users/account/avatars.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { setModerationStatus } from '#features/users/account/moderation-status.ts'
import type { Context, Tx } from '#platform/context.ts'
import { selectModerationStatus } from './decision-queries.ts'
import { blockReportedPhotos, unblockReportedPhotos } from './reported-photos.ts'

/** Content or account that a decision is about, with its owner. The owner's row must already be locked. */
export type DecisionSubject = { kind: ReportedItemKind; subjectId: string; owner: UserId }

/** Locks the owner's row and, for a pet, all users who show it as their avatar. Call it before taking other locks. */
export const lockOwners = (
  tx: Tx,
  { kind, subjectId, owner }: Omit<DecisionSubject, 'subjectId'> & { subjectId: string | null },
) => (kind === 'pet' && subjectId ? lockUsersWithPetAvatar(tx, subjectId as PetId, owner) : lockUsers(tx, owner))

type Effect = {
  /** `apply` applies a decision's effect and returns the previous state as JSON. `revert` restores this state. */
  apply: (tx: Tx, subject: DecisionSubject, now: Date) => Promise<unknown>
  revert: (tx: Tx, subject: DecisionSubject, before: unknown, now: Date) => Promise<unknown>
}

const toPost = ({ subjectId, owner }: DecisionSubject, now: Date) => ({ post: subjectId as PostId, author: owner, now })

const takeDownEffects: Record<ReportedItemKind, Effect> = {
  user: {
    apply: (tx, { owner }, now) => takeDownProfile(tx, owner, now),
    revert: (tx, { owner }, before, now) => restoreProfile(tx, owner, before as RestorableProfile, now),
  },
  pet: {
    apply: (tx, { subjectId }, now) => takeDownPet(tx, subjectId as PetId, now),
    revert: (tx, { subjectId }) => restorePet(tx, subjectId as PetId),
  },
  post: {
    apply: (tx, subject, now) => takeDownPost(tx, toPost(subject, now)),
    revert: (tx, subject, before, now) => restorePost(tx, toPost(subject, now), before as RestorablePostState),
  },
  comment: {
    apply: (tx, { subjectId }, now) => takeDownComment(tx, subjectId as CommentId, now),
    revert: (tx, { subjectId }) => restoreComment(tx, subjectId as CommentId),
  },
  story: {
    apply: (tx, { subjectId }, now) => takeDownStory(tx, subjectId as StoryId, now),
    revert: (tx, { subjectId }) => restoreStory(tx, subjectId as StoryId),
  },
}

const hideEffect: Effect = {
  apply: (tx, subject, now) => hidePost(tx, toPost(subject, now)),
  revert: takeDownEffects.post.revert,
}

/** Returns the effect of an action on the reported content; undefined if the action does not change the content. */
const getEffect = (action: ModeratorAction, kind: ReportedItemKind): Effect | undefined => {
  if (action === 'take-down') return takeDownEffects[kind]
  return action === 'hide' ? hideEffect : undefined
}

/** Applies a decision to the reported content. Returns the previous state, for `revertDecision`. */
export async function applyDecision(
  tx: Tx,
  action: ModeratorAction,
  subject: DecisionSubject,
  now: Date,
): Promise<unknown> {
  if (action === 'take-down') await blockReportedPhotos(tx, subject.subjectId, now)
  return (await getEffect(action, subject.kind)?.apply(tx, subject, now)) ?? {}
}

type DecisionToRevert = { action: ModeratorAction; before: unknown }

export async function revertDecision(
  tx: Tx,
  { action, before }: DecisionToRevert,
  subject: DecisionSubject,
  now: Date,
): Promise<void> {
  if (action === 'take-down') await unblockReportedPhotos(tx, subject.subjectId)
  await getEffect(action, subject.kind)?.revert(tx, subject, before, now)
}

/** Applies the combined effect of all decisions in force to the account of `owner`. The caller has locked `owner`. */
export async function applyModerationStatus(ctx: Context, tx: Tx, owner: UserId): Promise<void> {
  const { isBanned, until, isLimited } = await selectModerationStatus(tx.db, owner, ctx.now)
  await setModerationStatus(ctx, tx, owner, {
    isSuspended: isBanned || until !== null,
    until: isBanned ? null : until,
    isLimited,
  })
}
