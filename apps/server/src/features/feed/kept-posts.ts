import { Comment } from '@pawtrait/contract/comments.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { namesIn } from '@pawtrait/contract/mentions.ts'
import { Post } from '@pawtrait/contract/posts.ts'
import { UserCard } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { commentPreviews, viewersFields as viewersOfComment } from '#features/comments/view.ts'
import { type SharedPost, sharedPosts, viewersFields as viewersOfPost } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { keptBy } from '#platform/database/kept.ts'
import { answerSerializer } from '#platform/http/answer-serializer.ts'

/**
 * What all see of a post in their feeds who may see it at all and are blocked with nobody: as JSON that lacks its end,
 * where the viewer's part goes, and what that is reckoned from. `named`: whom its words name, real or not; `reading`:
 * the number of the reading that it comes from.
 */
export type KeptPost = Pick<SharedPost, 'audience' | 'replies' | 'editedAt' | 'archivedAt'> & {
  reading: number
  author: { id: UserId }
  /** Open in its author, whose viewer's part goes there. */
  json: string
  named: readonly string[]
  comments: readonly KeptComment[]
}

/** As `KeptPost`, of a comment under it. */
export type KeptComment = Pick<Comment, 'gone' | 'depth' | 'likeCount'> & {
  id: CommentId
  author: { id: UserId } | null
  json: string
  named: readonly string[]
}

const postJson = answerSerializer(v.omit(Post, ['author', ...viewersOfPost]))
const authorJson = answerSerializer(UserCard)
const commentJson = answerSerializer(v.omit(Comment, viewersOfComment))
const isOpen = (json: string) => json.slice(0, -1)

function keptComment(comment: Comment): KeptComment {
  const { id, gone, depth, likeCount, author, text } = comment
  return {
    ...{ id, gone, depth, likeCount, author: author && { id: author.id } },
    json: isOpen(commentJson(comment)),
    named: namesIn(text),
  }
}

function keptPost(post: SharedPost, comments: readonly Comment[], reading: number): KeptPost {
  const { audience, replies, editedAt, archivedAt, author, caption } = post
  return {
    ...{ audience, replies, editedAt, archivedAt, author: { id: author.id }, reading },
    json: [isOpen(postJson(post)), ',"author":', isOpen(authorJson(author))].join(''),
    named: namesIn(caption),
    comments: comments.map(keptComment),
  }
}

export type KeptPosts = {
  /** Gives what is there of these posts, made once and kept until something of it changes. */
  find(ctx: UserContext, ids: readonly PostId[]): Promise<ReadonlyMap<PostId, KeptPost>>
  /** How many readings have ended: what comes from a later one may say what no earlier statement was asked about. */
  readings(): number
}

// Some 4 KB each as a rule; but whoever writes them chooses, and of ten photos the descriptions alone may take 480 KB.
const MOST_KEPT = 3_000
const MOST_BYTES = 32 * 1024 ** 2

/** In bytes, at most: a text of Latin letters alone takes half of it. */
const sizeOf = ({ json, comments }: KeptPost) =>
  2 * comments.reduce((length, comment) => length + comment.json.length, json.length)

/** Posts of feeds in the memory of this process. Whoever asks has caught up: every request that reads has. */
export function keepPosts(invalidations: Invalidations, mostBytes = MOST_BYTES): KeptPosts {
  const kept = keptBy<KeptPost>('posts', invalidations, MOST_KEPT, { most: mostBytes, of: sizeOf })
  let readings = 0
  const read = async (ctx: UserContext, ids: readonly PostId[]) => {
    const [posts, previews] = await Promise.all([
      sharedPosts(ctx, ids),
      commentPreviews({ db: ctx.db, viewer: null }, ids),
    ])
    readings += 1
    return posts.map(({ post, about }) => {
      const made = keptPost(post, previews.get(post.id) ?? [], readings)
      return { id: post.id, made, about: [...about, ...made.comments.flatMap(({ author }) => author?.id ?? [])] }
    })
  }
  return {
    readings: () => readings,
    find: async (ctx, ids) => {
      // Signed addresses are good until the next day: what was made on another one is made anew.
      const today = Math.floor(ctx.now.getTime() / DAY_MS)
      const keyOf = (id: PostId) => `${today} ${id}`
      const found = new Map<PostId, KeptPost>()
      for (const id of ids) {
        const known = kept.get(keyOf(id))
        if (known) found.set(id, known)
      }
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const keep = kept.reading()
      for (const { id, made, about } of await read(ctx, missing)) {
        found.set(id, made)
        keep(keyOf(id), made, about)
      }
      return found
    },
  }
}
