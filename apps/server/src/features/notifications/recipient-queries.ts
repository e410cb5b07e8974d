import type { CommentId, PetId, PostId, StoryId, StoryReplyId, TributeId, UserId } from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { hasMuted, isPetVisible, isPostVisible, isUserVisible } from '#features/blocks/visibility.sql.ts'
import { isRoleActive } from '#features/pets/pet-fragments.sql.ts'
import { type Db, idArray } from '#platform/database/db.ts'

export type Recipient = { userId: UserId; type: NotificationType }

/** SQL condition: recipient `c` (with `user_id` and `type`) is active and has not switched this type off. */
export const wantsNotificationType = sql`
  exists (select 1 from users ru where ru.id = c.user_id and ru.state = 'active' and ru.deleted_at is null)
  and not exists (select 1 from notifications_off o where o.user_id = c.user_id and o.type = c.type)`

/** SQL condition: an actor may mention or invite a user aged 13 to 17 only if one of them follows the other. */
const mayReach = (by: SQL) => sql`(
  c.type not in ('mention', 'pet-invite')
  or not exists (select 1 from users yu where yu.id = c.user_id and yu.age_band = '13-to-17')
  or exists (select 1 from follows yf where yf.follower_id = c.user_id and yf.followee_id = ${by})
  or exists (select 1 from follows yf where yf.follower_id = ${by} and yf.followee_id = c.user_id))`

/**
 * SQL condition: recipient `c` wants this type of notification, and `mayReach` allows it. The actor must be another
 * user, visible and not muted. If moderators limited the actor, the recipient must follow the actor.
 */
const wantsNotificationFrom = (by: SQL) => sql`
  c.user_id <> ${by} and ${wantsNotificationType} and ${mayReach(by)}
  and exists (select 1 from users au where au.id = ${by} and ${isUserVisible(sql`c.user_id`, 'au')}
    and ${isUserDiscoverable(sql`c.user_id`, 'au')})
  and not ${hasMuted(sql`c.user_id`, by)}`

const wantsPost = (post: SQL) => sql`
  exists (select 1 from posts p join users pa on pa.id = p.author_id
    where p.id = ${post} and ${isPostVisible(sql`c.user_id`, 'p', 'pa')})
  and not exists (select 1 from thread_mutes t where t.user_id = c.user_id and t.post_id = ${post})`

export const canRecipientSeePet = (pet: PetId) =>
  sql`exists (select 1 from pets t where t.id = ${pet} and ${isPetVisible(sql`c.user_id`, 't')})`

/**
 * Returns one recipient per user. `candidates`: SQL of `user_id`, `type` and `rank`. Of the types that a user wants,
 * the candidate with the lowest rank wins.
 */
const selectRecipients = (db: Db, by: UserId, candidates: SQL, rule = sql`true`) =>
  db.rows<Recipient>(sql`
    select distinct on (c.user_id) c.user_id as "userId", c.type from (${candidates}) c
    where ${wantsNotificationFrom(sql`${by}::uuid`)} and ${rule} order by c.user_id, c.rank`)

const candidateColumns = (type: NotificationType, user: SQL) =>
  sql`${user} as user_id, ${type}::text as type, 1 as rank`

export type PostLike = { postId: PostId; by: UserId }

/** Locks each like until its notification is written: a concurrent unlike waits, then removes the actor. */
export const selectLikeRecipients = (db: Db, likes: readonly PostLike[]) =>
  db.rows<Recipient & PostLike>(sql`
    select c.user_id as "userId", c.type, c.post_id as "postId", c.by_id as by from (
      select ${candidateColumns('like', sql`p.author_id`)}, l.post_id, l.user_id as by_id
      from jsonb_to_recordset(${JSON.stringify(likes)}::text::jsonb) as x ("postId" uuid, by uuid)
        join likes l on l.post_id = x."postId" and l.user_id = x.by join posts p on p.id = l.post_id
      for key share of l) c
    where ${wantsNotificationFrom(sql`c.by_id`)} and ${wantsPost(sql`c.post_id`)}`)

export const selectCommentLikeRecipients = (db: Db, comment: CommentId, post: PostId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('comment-like', sql`c.author_id`)}
      from comment_likes l join comments c on c.id = l.comment_id
      where l.comment_id = ${comment} and l.user_id = ${by} and c.deleted_at is null for key share of l`,
    wantsPost(sql`${post}::uuid`),
  )

const commentExists = (comment: CommentId) =>
  sql`exists (select 1 from comments c where c.id = ${comment} and c.deleted_at is null)`

const mentionCandidates = (mentions: readonly UserId[]) =>
  sql`select ${candidateColumns('mention', sql`m.id`)} from unnest(${idArray(mentions)}::uuid[]) m (id)`

/** Returns the author of the parent comment, mentioned users and the post's author, each once. */
export const selectCommentRecipients = (
  db: Db,
  { commentId, postId, by, mentions }: { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] },
) =>
  selectRecipients(
    db,
    by,
    sql`
      select parent.author_id as user_id, 'reply' as type, 1 as rank
        from comments c join comments parent on parent.id = c.parent_id
        where c.id = ${commentId} and parent.deleted_at is null
      union all select m.id, 'mention', 2 from unnest(${idArray(mentions)}::uuid[]) m (id)
      union all select p.author_id, 'comment', 3 from posts p where p.id = ${postId}`,
    sql`${wantsPost(sql`${postId}::uuid`)} and ${commentExists(commentId)}`,
  )

/** Returns users newly mentioned in an edited comment, except users already notified of this comment. */
export const selectNewMentionRecipients = (
  db: Db,
  { commentId, postId, by, mentions }: { commentId: CommentId; postId: PostId; by: UserId; mentions: UserId[] },
) =>
  selectRecipients(
    db,
    by,
    mentionCandidates(mentions),
    sql`${wantsPost(sql`${postId}::uuid`)} and ${commentExists(commentId)} and not exists (
      select 1 from notification_actors ha join notifications hn on hn.id = ha.notification_id
      where ha.comment_id = ${commentId} and hn.user_id = c.user_id)`,
  )

/** Returns users mentioned in a post's caption, except users already notified of a mention in it. */
export const selectCaptionMentionRecipients = (db: Db, post: PostId, by: UserId, mentions: readonly UserId[]) =>
  selectRecipients(
    db,
    by,
    mentionCandidates(mentions),
    sql`${wantsPost(sql`${post}::uuid`)} and not exists (
      select 1 from notifications hn where hn.user_id = c.user_id and hn.group_key = ${`mention:${post}`})`,
  )

/** Returns the followed user if their account is public. Users with a private account have approved the follow. */
export const selectFollowRecipients = (db: Db, user: UserId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('follow', sql`f.followee_id`)} from follows f join users u on u.id = f.followee_id
      where f.follower_id = ${by} and f.followee_id = ${user} and not u.is_private for key share of f`,
  )

export const selectFollowRequestRecipients = (db: Db, user: UserId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('follow-request', sql`r.followee_id`)} from follow_requests r
      where r.follower_id = ${by} and r.followee_id = ${user} and r.declined_at is null for key share of r`,
  )

/** Returns the user if they want this type of notification from the actor. */
export const selectUserRecipients = (db: Db, type: NotificationType, user: UserId, by: UserId) =>
  selectRecipients(db, by, sql`select ${candidateColumns(type, sql`${user}::uuid`)}`)

type PetEvent = { pet: PetId; by: UserId; now: Date }

export const selectPetFollowRecipients = (db: Db, { pet, by, now }: PetEvent) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('pet-follow', sql`pp.user_id`)} from pet_follows f
      join pet_people pp on pp.pet_id = f.pet_id
      where f.user_id = ${by} and f.pet_id = ${pet} and ${isRoleActive('pp', now)} for key share of f`,
    canRecipientSeePet(pet),
  )

export const selectPetPersonRecipients = (db: Db, { pet, by, now }: PetEvent) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('pet-person', sql`pp.user_id`)} from pet_people pp
      where pp.pet_id = ${pet} and ${isRoleActive('pp', now)}`,
    canRecipientSeePet(pet),
  )

/** Returns the owners of a pet while the tribute waits for their approval. */
export const selectTributeRecipients = (db: Db, tribute: TributeId, { pet, by }: Omit<PetEvent, 'now'>) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('tribute', sql`pp.user_id`)} from tributes x
      join pet_people pp on pp.pet_id = x.pet_id
      where x.id = ${tribute} and x.state = 'waiting' and pp.role = 'owner' for key share of x`,
    canRecipientSeePet(pet),
  )

/** Returns a row if a tribute of this author to the pet waits for approval. */
export const selectPendingTribute = (db: Db, { pet, by }: Omit<PetEvent, 'now'>) =>
  db.row(sql`select 1 from tributes where pet_id = ${pet} and author_id = ${by} and state = 'waiting' limit 1`)

export const selectPetPeople = async (db: Db, pet: PetId) =>
  (await db.rows<{ id: UserId }>(sql`select user_id as id from pet_people where pet_id = ${pet}`)).map(({ id }) => id)

/** Returns the invited user while the invitation is open. */
export const selectInviteRecipients = (db: Db, invite: string, pet: PetId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('pet-invite', sql`i.invitee_id`)} from pet_invites i
      where i.id = ${invite} and i.invitee_id is not null and i.closed_at is null for key share of i`,
    canRecipientSeePet(pet),
  )

export const selectPawRecipients = (db: Db, story: StoryId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('story-paw', sql`s.author_id`)} from stories s where s.id = ${story}`,
  )

/** Returns the recipient of a story reply; the story may have expired. */
export const selectStoryReplyRecipients = (db: Db, reply: StoryReplyId, by: UserId) =>
  selectRecipients(
    db,
    by,
    sql`select ${candidateColumns('story-reply', sql`r.recipient_id`)} from story_replies r where r.id = ${reply}`,
  )

export const selectPostAuthor = async (db: Db, post: PostId) =>
  (await db.row<{ id: UserId }>(sql`select author_id as id from posts where id = ${post}`))?.id

/** Returns a story's author if the user's like is removed; undefined if the story is deleted or liked again. */
export const selectAuthorOfUnlikedStory = async (db: Db, story: StoryId, by: UserId) =>
  (
    await db.row<{ id: UserId }>(sql`
      select s.author_id as id from stories s where s.id = ${story} and not exists (
        select 1 from story_views v where v.story_id = s.id and v.user_id = ${by} and v.pawed_at is not null)`)
  )?.id

export const selectPostAndAuthorOfComment = (db: Db, comment: CommentId) =>
  db.row<{ postId: PostId; authorId: UserId }>(sql`
    select post_id as "postId", author_id as "authorId" from comments where id = ${comment}`)

export const selectLivingPet = (db: Db, pet: PetId) =>
  db.row(sql`select 1 from pets where id = ${pet} and deleted_at is null and died_on is null`)
