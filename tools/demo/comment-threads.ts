import { type Comment, createComment, likeComment, pinComment } from '@pawtrait/contract/comments.ts'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { MovableClock } from './movable-clock.ts'
import type { Random } from './random.ts'
import { authorReplies, visitorReplies } from './texts.ts'

const MINUTE_MS = 60_000
const DEEPEST = 6

/** A post with its author, and the other users who can comment on it. */
export type Conversation = {
  dice: Random
  clock: MovableClock
  /** Latest time of a comment, in ms: the time of the demo's first start. */
  today: number
  post: PostId
  author: UserId
  /** Users who can see the post, without its author. */
  others: readonly UserId[]
  /** Replaces the placeholder `{pet}` in a text by the animal's name. */
  fill: (text: string) => string
  /** Calls the API for a user. Returns undefined when the user may not see the post. */
  call: (userId: UserId, endpoint: Endpoint, sent: Record<string, unknown>) => Promise<unknown>
}

/** Advances the clock by some minutes, so that a reply is later than its comment. */
const advanceClock = ({ clock, dice, today }: Conversation) =>
  clock.set(new Date(Math.min(clock.now().getTime() + dice.whole(2, 40) * MINUTE_MS, today)))

async function addReply(
  conversation: Conversation,
  userId: UserId,
  text: string,
  parent: Comment,
): Promise<Comment | undefined> {
  advanceClock(conversation)
  const body = { text: conversation.fill(text), parentId: parent.id }
  return (await conversation.call(userId, createComment, { params: { id: conversation.post }, body })) as
    | Comment
    | undefined
}

/**
 * Adds likes to a comment. In about a third of the calls, also adds replies by the post's author and two other users,
 * and sometimes pins the comment.
 */
export async function addThread(conversation: Conversation, first: Comment): Promise<void> {
  const { dice, author, others, call } = conversation
  for (const userId of dice.some([author, ...others], dice.whole(0, 5)))
    await call(userId, likeComment, { params: { id: first.id } })
  if (dice.next() > 0.35) return
  let parent = await addReply(conversation, author, dice.pick(authorReplies), first)
  const [one = author, two = author] = dice.some(others, 2)
  for (let depth = 2; parent && depth <= DEEPEST && dice.next() < 0.6; depth++) {
    const userId = [one, two][depth % 2] ?? author
    const name = parent.author?.username ?? ''
    parent = await addReply(
      conversation,
      userId,
      dice.next() < 0.3 ? `@${name} ${dice.pick(visitorReplies)}` : dice.pick(visitorReplies),
      parent,
    )
    if (parent && dice.next() < 0.5) await call(author, likeComment, { params: { id: parent.id } })
  }
  if (dice.next() < 0.3) await call(author, pinComment, { params: { id: first.id } })
}
