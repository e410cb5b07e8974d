import type { NotificationId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import type { Event } from '#platform/jobs/events.ts'
import {
  insertDecisionNotifications,
  selectOwnerRecipient,
  selectReporterRecipients,
} from './decision-notification-queries.ts'
import {
  deleteActorFromGroup,
  deleteActorFromNotificationsOfUser,
  deleteInviteNotifications,
  type EventActor,
  NEW_OWNER_GROUP_PREFIX,
} from './notification-actor-queries.ts'
import { registerNotificationStreams } from './notification-streams.ts'
import { announceAndPush, announceRemovedActor, notify, notifyMany } from './notify.ts'
import { BIRTHDAY_JOB } from './notify-of-birthday.ts'
import type { Recipient } from './recipient-queries.ts'
import * as rows from './recipient-queries.ts'

type EventDeps = Pick<Deps, 'events' | 'live' | 'database' | 'clock' | 'jobs' | 'config'>

const toEventActor = (
  event: { data: { by: UserId }; happenedAt: Date },
  said: EventActor['said'] = null,
): EventActor => ({
  by: event.data.by,
  at: event.happenedAt,
  said,
})

const removeActor = async (deps: EventDeps, db: Db, by: UserId, groupKey: string, users: readonly UserId[]) =>
  announceRemovedActor(deps, db, await deleteActorFromGroup(db, by, groupKey, users))

/**
 * Registers the live topics of notifications, and event handlers that create, change or delete notifications. Each
 * handler runs in the transaction that deletes its event.
 */
export function registerNotificationEvents(deps: EventDeps) {
  registerNotificationStreams(deps)
  registerLikeHandlers(deps)
  registerCommentLikeHandlers(deps)
  registerCommentHandlers(deps)
  registerFollowHandlers(deps)
  registerPetHandlers(deps)
  registerInvitationHandlers(deps)
  registerBirthdayHandlers(deps)
  registerDecisionHandlers(deps)
  registerStoryHandlers(deps)
}

function registerLikeHandlers(deps: EventDeps) {
  const { events } = deps
  events.onMany('post-liked', async (db, likeEvents) => {
    const formatLikeKey = ({ postId, by }: rows.PostLike) => `${postId} ${by}`
    const causes = new Map(likeEvents.map((event) => [formatLikeKey(event.data), toEventActor(event)]))
    const recipients = await rows.selectLikeRecipients(
      db,
      likeEvents.map(({ data }) => data),
    )
    const likeRecipients = recipients.flatMap((recipient) => {
      const cause = causes.get(formatLikeKey(recipient))
      return cause ? { ...recipient, cause } : []
    })
    await notifyMany(deps, db, likeRecipients, ({ postId }) => ({ groupKey: `like:${postId}`, subject: { postId } }))
  })
  const removeLike = async (db: Db, { postId, by }: rows.PostLike) => {
    const author = await rows.selectPostAuthor(db, postId)
    if (!author || (await rows.selectLikeRecipients(db, [{ postId, by }])).length > 0) return // liked again
    await removeActor(deps, db, by, `like:${postId}`, [author])
  }
  // Unlikes are handled in batches too, because an event that is handled alone ends the batch of likes before it.
  events.onMany('post-unliked', async (db, unlikeEvents) => {
    for (const { data } of unlikeEvents) await removeLike(db, data)
  })
}

function registerCommentLikeHandlers(deps: EventDeps) {
  const { events } = deps
  events.on('comment-liked', async (db, event) => {
    const { commentId, by } = event.data
    const comment = await rows.selectPostAndAuthorOfComment(db, commentId)
    if (!comment) return
    const { postId } = comment
    const recipients = await rows.selectCommentLikeRecipients(db, commentId, postId, by)
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `comment-like:${commentId}`,
      subject: { postId, commentId },
    }))
  })
  events.on('comment-unliked', async (db, { data: { commentId, by } }) => {
    const comment = await rows.selectPostAndAuthorOfComment(db, commentId)
    if (!comment) return
    if ((await rows.selectCommentLikeRecipients(db, commentId, comment.postId, by)).length > 0) return // liked again
    await removeActor(deps, db, by, `comment-like:${commentId}`, [comment.authorId])
  })
}

/** Group key for comments, replies and mentions in comments: one notification per type and post. */
const createCommentKey =
  (postId: PostId) =>
  ({ type }: Recipient) => ({ groupKey: `${type}:${postId}:said`, subject: { postId } })

function registerCommentHandlers(deps: EventDeps) {
  const { events } = deps
  events.on('comment-written', async (db, event) => {
    const { commentId, postId } = event.data
    const recipients = await rows.selectCommentRecipients(db, event.data)
    await notify(deps, db, recipients, toEventActor(event, commentId), createCommentKey(postId))
  })
  events.on('comment-names', async (db, event) => {
    const { commentId, postId } = event.data
    const recipients = await rows.selectNewMentionRecipients(db, event.data)
    await notify(deps, db, recipients, toEventActor(event, commentId), createCommentKey(postId))
  })
  const notifyMentioned = async (db: Db, event: Event<'post-published' | 'post-names'>) => {
    const { postId, by, mentions } = event.data
    if (mentions.length === 0) return
    const recipients = await rows.selectCaptionMentionRecipients(db, postId, by, mentions)
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `mention:${postId}`,
      subject: { postId },
    }))
  }
  events.on('post-published', notifyMentioned)
  events.on('post-names', notifyMentioned)
}

function registerFollowHandlers(deps: EventDeps) {
  const { events } = deps
  events.on('user-followed', async (db, event) => {
    const { userId, by } = event.data
    const recipients = await rows.selectFollowRecipients(db, userId, by)
    await notify(deps, db, recipients, toEventActor(event), () => ({ groupKey: 'follow', subject: {} }))
  })
  events.on('user-unfollowed', async (db, { data: { userId, by } }) => {
    // The user has followed again, so the notification remains.
    if ((await rows.selectFollowRecipients(db, userId, by)).length > 0) return
    await removeActor(deps, db, by, 'follow', [userId])
  })
  events.on('follow-asked', async (db, event) => {
    const { userId, by } = event.data
    const recipients = await rows.selectFollowRequestRecipients(db, userId, by)
    // Each request gets its own notification, because the user accepts or declines each one.
    await notify(deps, db, recipients, toEventActor(event), () => ({ groupKey: `follow-request:${by}`, subject: {} }))
  })
  events.on('follow-asking-ended', async (db, { data: { userId, by } }) => {
    await removeActor(deps, db, by, `follow-request:${by}`, [userId])
  })
  events.on('follow-accepted', async (db, event) => {
    const { userId, by } = event.data
    await removeActor(deps, db, userId, `follow-request:${userId}`, [by])
    const recipients = await rows.selectUserRecipients(db, 'request-accepted', userId, by)
    await notify(deps, db, recipients, toEventActor(event), () => ({ groupKey: 'request-accepted', subject: {} }))
  })
  events.on('user-blocked', async (db, { data: { userId, by } }) => {
    await announceRemovedActor(deps, db, await deleteActorFromNotificationsOfUser(db, by, userId))
    await announceRemovedActor(deps, db, await deleteActorFromNotificationsOfUser(db, userId, by))
  })
}

function registerPetHandlers(deps: EventDeps) {
  const { events } = deps
  const toPetEvent = ({ data, happenedAt }: Event<'pet-followed' | 'pet-person-joined'>) => ({
    pet: data.petId,
    by: data.by,
    now: happenedAt,
  })
  events.on('pet-followed', async (db, event) => {
    const { petId } = event.data
    const recipients = await rows.selectPetFollowRecipients(db, toPetEvent(event))
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `pet-follow:${petId}`,
      subject: { petId },
    }))
  })
  events.on('pet-unfollowed', async (db, { data: { petId, by }, happenedAt }) => {
    if ((await rows.selectPetFollowRecipients(db, { pet: petId, by, now: happenedAt })).length > 0) return
    await removeActor(deps, db, by, `pet-follow:${petId}`, await rows.selectPetPeople(db, petId))
  })
  events.on('pet-person-joined', async (db, event) => {
    const { petId, owns } = event.data
    const recipients = await rows.selectPetPersonRecipients(db, toPetEvent(event))
    const groupKey = `${owns ? NEW_OWNER_GROUP_PREFIX : 'pet-person:'}${petId}`
    await notify(deps, db, recipients, toEventActor(event), () => ({ groupKey, subject: { petId } }))
  })
  events.on('tribute-left', async (db, event) => {
    const { tributeId, petId, by } = event.data
    const recipients = await rows.selectTributeRecipients(db, tributeId, { pet: petId, by })
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `tribute:${petId}`,
      subject: { petId },
    }))
  })
  events.on('tribute-taken-away', async (db, { data: { petId, by } }) => {
    if (await rows.selectPendingTribute(db, { pet: petId, by })) return
    await removeActor(deps, db, by, `tribute:${petId}`, await rows.selectPetPeople(db, petId))
  })
}

function registerInvitationHandlers(deps: EventDeps) {
  const { events } = deps
  events.on('pet-invited', async (db, event) => {
    const { inviteId, petId, by } = event.data
    const recipients = await rows.selectInviteRecipients(db, inviteId, petId, by)
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `pet-invite:${inviteId}`,
      subject: { petId, inviteId },
    }))
  })
  events.on('pet-invite-closed', async (db, { data: { inviteId } }) => {
    await announceRemovedActor(deps, db, await deleteInviteNotifications(db, inviteId))
  })
}

function registerDecisionHandlers(deps: EventDeps) {
  deps.events.on('decided', async (db, { data: { decisionId, what }, happenedAt }) => {
    const owner = await selectOwnerRecipient(db, decisionId, what)
    // Reporters are notified only of a new decision. After an undone decision, the next decision notifies them.
    const reporters = what === 'decided' ? await selectReporterRecipients(db, decisionId) : []
    const newNotifications = [...owner, ...reporters].map((notification) => ({
      ...notification,
      id: newId<NotificationId>(happenedAt),
    }))
    if (newNotifications.length > 0)
      await announceAndPush(deps, db, await insertDecisionNotifications(db, newNotifications, happenedAt))
  })
}

function registerBirthdayHandlers({ events, jobs }: EventDeps) {
  events.on('pet-birthday', async (db, { data, happenedAt }) => {
    if (await rows.selectLivingPet(db, data.petId))
      await jobs.send(db, BIRTHDAY_JOB, { ...data, at: happenedAt.toISOString() })
  })
}

function registerStoryHandlers(deps: EventDeps) {
  const { events } = deps
  events.on('story-pawed', async (db, event) => {
    const { storyId, by } = event.data
    const recipients = await rows.selectPawRecipients(db, storyId, by)
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `story-paw:${storyId}`,
      subject: { storyId },
    }))
  })
  events.on('story-unpawed', async (db, { data: { storyId, by } }) => {
    const author = await rows.selectAuthorOfUnlikedStory(db, storyId, by)
    if (author) await removeActor(deps, db, by, `story-paw:${storyId}`, [author])
  })
  events.on('story-answered', async (db, event) => {
    const { replyId, by } = event.data
    const recipients = await rows.selectStoryReplyRecipients(db, replyId, by)
    // Each reply gets its own notification, which remains when the story is deleted.
    await notify(deps, db, recipients, toEventActor(event), () => ({
      groupKey: `story-reply:${replyId}`,
      subject: { storyReplyId: replyId },
    }))
  })
}
