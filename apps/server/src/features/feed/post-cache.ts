import { Comment } from '@pawtrait/contract/comments.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { mentionedUsernames } from '@pawtrait/contract/mentions.ts'
import { Post } from '@pawtrait/contract/posts.ts'
import { UserCard } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { readCommentPreviews, viewerFields as viewersOfComment } from '#features/comments/view.ts'
import { readSharedPosts, type SharedPost, viewerFields as viewersOfPost } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import { createCache } from '#platform/database/cache.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { answerSerializer } from '#platform/http/answer-serializer.ts'

/**
 * Cached part of a feed post, the same for all viewers without a block: truncated JSON, and the values that complete
 * it. `named`: usernames in the caption, existing or not. `reading`: sequence number of the database read.
 */
export type CachedPost = Pick<SharedPost, 'audience' | 'replies' | 'editedAt' | 'archivedAt'> & {
  reading: number
  author: { id: UserId }
  /** JSON cut inside `author`; the viewer's fields are appended at the cut. */
  json: string
  named: readonly string[]
  comments: readonly CachedComment[]
}

/** A cached comment in a post's preview, with its JSON without the closing brace. */
export type CachedComment = Pick<Comment, 'gone' | 'depth' | 'likeCount'> & {
  id: CommentId
  author: { id: UserId } | null
  json: string
  named: readonly string[]
}

const postJson = answerSerializer(v.omit(Post, ['author', ...viewersOfPost]))
const authorJson = answerSerializer(UserCard)
const commentJson = answerSerializer(v.omit(Comment, viewersOfComment))
const withoutBrace = (json: string) => json.slice(0, -1)

function cachedCommentOf(comment: Comment): CachedComment {
  const { id, gone, depth, likeCount, author, text } = comment
  return {
    ...{ id, gone, depth, likeCount, author: author && { id: author.id } },
    json: withoutBrace(commentJson(comment)),
    named: mentionedUsernames(text),
  }
}

function cachedPost(post: SharedPost, comments: readonly Comment[], reading: number): CachedPost {
  const { audience, replies, editedAt, archivedAt, author, caption } = post
  return {
    ...{ audience, replies, editedAt, archivedAt, author: { id: author.id }, reading },
    json: [withoutBrace(postJson(post)), ',"author":', withoutBrace(authorJson(author))].join(''),
    named: mentionedUsernames(caption),
    comments: comments.map(cachedCommentOf),
  }
}

export type PostCache = {
  /** Returns the posts that exist, from memory until one of their rows changes. */
  find(ctx: UserContext, ids: readonly PostId[]): Promise<ReadonlyMap<PostId, CachedPost>>
  /** Number of finished database reads. A post of a later read may be newer than an earlier visibility check. */
  readings(): number
}

// A post usually takes about 4 KB, but the descriptions of ten photos alone may take 480 KB.
const MAX_POSTS = 3_000
const MAX_BYTES = 32 * 1024 ** 2

/** Upper bound of the size in bytes; text in Latin letters takes half of that. */
const sizeOf = ({ json, comments }: CachedPost) =>
  2 * comments.reduce((length, comment) => length + comment.json.length, json.length)

/** Cache of feed posts in this process. Callers have applied pending invalidations, as every read request does. */
export function createPostCache(invalidations: Invalidations, mostBytes = MAX_BYTES): PostCache {
  const cache = createCache<CachedPost>('posts', invalidations, MAX_POSTS, { most: mostBytes, of: sizeOf })
  let readings = 0
  const read = async (ctx: UserContext, ids: readonly PostId[]) => {
    const [posts, previews] = await Promise.all([
      readSharedPosts(ctx, ids),
      readCommentPreviews({ db: ctx.db, viewer: null }, ids),
    ])
    readings += 1
    return posts.map(({ post, about }) => {
      const entry = cachedPost(post, previews.get(post.id) ?? [], readings)
      return { id: post.id, entry, about: [...about, ...entry.comments.flatMap(({ author }) => author?.id ?? [])] }
    })
  }
  return {
    readings: () => readings,
    find: async (ctx, ids) => {
      // Signed URLs expire at the end of the day, so the day is part of the key.
      const today = Math.floor(ctx.now.getTime() / DAY_MS)
      const keyOf = (id: PostId) => `${today} ${id}`
      const found = new Map<PostId, CachedPost>()
      for (const id of ids) {
        const known = cache.get(keyOf(id))
        if (known) found.set(id, known)
      }
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const keep = cache.reading()
      for (const { id, entry, about } of await read(ctx, missing)) {
        found.set(id, entry)
        keep(keyOf(id), entry, about)
      }
      return found
    },
  }
}
