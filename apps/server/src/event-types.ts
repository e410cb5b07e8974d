import type {
  CommentId,
  DecisionId,
  InviteId,
  PetId,
  PostId,
  StoryId,
  StoryReplyId,
  TributeId,
  UserId,
} from '@pawtrait/contract/ids.ts'

/**
 * What can happen that a feature above wants to know of, with what is told: ids alone, for the words are read when
 * somebody looks. `by`: who did it.
 */
export type EventTypes = {
  'post-liked': { postId: PostId; by: UserId }
  'post-unliked': { postId: PostId; by: UserId }
  /** Seen by others from now on; `mentions` are the users named in its caption. */
  'post-published': { postId: PostId; by: UserId; mentions: UserId[] }
  'comment-written': { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] }
  /** An edit names these users, who were not named before. */
  'comment-names': { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] }
  'post-names': { postId: PostId; by: UserId; mentions: UserId[] }
  'comment-liked': { commentId: CommentId; by: UserId }
  'comment-unliked': { commentId: CommentId; by: UserId }
  'user-followed': { userId: UserId; by: UserId }
  'user-unfollowed': { userId: UserId; by: UserId }
  'follow-asked': { userId: UserId; by: UserId }
  /** Taken back or declined: whoever was asked need not decide any more. */
  'follow-asking-ended': { userId: UserId; by: UserId }
  'follow-accepted': { userId: UserId; by: UserId }
  'pet-followed': { petId: PetId; by: UserId }
  'pet-unfollowed': { petId: PetId; by: UserId }
  'pet-invited': { inviteId: InviteId; petId: PetId; userId: UserId; by: UserId }
  /** Accepted, declined or taken back: it asks nobody any more. */
  'pet-invite-closed': { inviteId: InviteId }
  /** Somebody cares for the pet from now on, or owns it. */
  'pet-person-joined': { petId: PetId; by: UserId; owns: boolean }
  'tribute-left': { tributeId: TributeId; petId: PetId; by: UserId }
  'tribute-taken-away': { petId: PetId; by: UserId }
  'story-pawed': { storyId: StoryId; by: UserId }
  'story-unpawed': { storyId: StoryId; by: UserId }
  'story-answered': { storyId: StoryId; replyId: StoryReplyId; by: UserId }
  /** A pet's birthday begins in its people's time zone. */
  'pet-birthday': { petId: PetId; day: string }
  /** Moderators decided about a thing, undid it, or judged an appeal. */
  decided: { decisionId: DecisionId; what: 'decided' | 'undone' | 'judged' }
  /** One blocked the other: each vanishes for the other, from notifications too. */
  'user-blocked': { userId: UserId; by: UserId }
}
