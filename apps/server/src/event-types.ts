import type {
  CommentId,
  DecisionId,
  InviteId,
  PetId,
  PostId,
  SessionId,
  StoryId,
  StoryReplyId,
  TributeId,
  UserId,
} from '@pawtrait/contract/ids.ts'

/** Events that a feature emits for others. They contain ids, but no texts. `by` is the user who caused the event. */
export type EventTypes = {
  'post-liked': { postId: PostId; by: UserId }
  'post-unliked': { postId: PostId; by: UserId }
  /** `mentions` lists the users mentioned in the caption. */
  'post-published': { postId: PostId; by: UserId; mentions: UserId[] }
  'comment-written': { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] }
  /** A comment or a post was edited. `mentions` lists only users that the earlier text did not mention. */
  'comment-names': { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] }
  'post-names': { postId: PostId; by: UserId; mentions: UserId[] }
  'comment-liked': { commentId: CommentId; by: UserId }
  'comment-unliked': { commentId: CommentId; by: UserId }
  'user-followed': { userId: UserId; by: UserId }
  'user-unfollowed': { userId: UserId; by: UserId }
  'follow-asked': { userId: UserId; by: UserId }
  /** A follow request was withdrawn or declined. */
  'follow-asking-ended': { userId: UserId; by: UserId }
  'follow-accepted': { userId: UserId; by: UserId }
  'pet-followed': { petId: PetId; by: UserId }
  'pet-unfollowed': { petId: PetId; by: UserId }
  'pet-invited': { inviteId: InviteId; petId: PetId; userId: UserId; by: UserId }
  /** An invitation was accepted, declined or cancelled. */
  'pet-invite-closed': { inviteId: InviteId }
  /** A user accepted an invitation to care for the pet. `owns` is true for the role `owner`. */
  'pet-person-joined': { petId: PetId; by: UserId; owns: boolean }
  'tribute-left': { tributeId: TributeId; petId: PetId; by: UserId }
  'tribute-taken-away': { petId: PetId; by: UserId }
  'story-pawed': { storyId: StoryId; by: UserId }
  'story-unpawed': { storyId: StoryId; by: UserId }
  'story-answered': { storyId: StoryId; replyId: StoryReplyId; by: UserId }
  /** The pet's birthday has begun in the time zone of its first owner. */
  'pet-birthday': { petId: PetId; day: string }
  /** Moderators decided on a report (`decided`), undid a decision (`undone`) or decided on an appeal (`judged`). */
  decided: { decisionId: DecisionId; what: 'decided' | 'undone' | 'judged' }
  'comment-deleted': { commentId: CommentId }
  /** A user logged out of this session. */
  'logged-out': { sessionId: SessionId }
  /** One user blocked the other. Neither can see the other, even in notifications. */
  'user-blocked': { userId: UserId; by: UserId }
}
