import type { Comment } from '@pawtrait/contract/comments.ts'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#lib/server/query-client.ts'
import { addComment, removeComment, setPinnedComment } from './comment-cache.ts'
import { commentKey, commentListKey, newestCommentsKey } from './comment-keys.ts'
import { cacheCommentPage } from './comment-lists.ts'
import { readCachedThread } from './thread-cache.ts'

// The cast allows a short id in place of a UUID, and an object without the fields that the test does not need.
const comment = { id: 'c1', postId: 'p1', parentId: null, rootId: null, text: 'Kind' } as unknown as Comment

describe('comment cache', () => {
  it('lists a comment only once when it is added twice', () => {
    const queries = createQueryClient()
    addComment(queries, comment)
    expect(queries.getQueryData(newestCommentsKey(comment.postId))).toEqual(['c1'])
    addComment(queries, comment)
    expect(queries.getQueryData(newestCommentsKey(comment.postId))).toEqual(['c1'])
  })

  const list = (...ids: string[]) => ({ pages: [{ ids, cursor: null, before: null }], pageParams: [{}] })
  const reply = (id: string, parentId: string, more: object = {}) =>
    ({ ...comment, id, parentId, rootId: 'c1', depth: 1, replyCount: 0, gone: null, mine: true, ...more }) as Comment

  it('sets a deleted comment to null, and removes its id from the lists', () => {
    const queries = createQueryClient()
    queries.setQueryData(commentListKey(comment.postId, null), list('c0'))
    addComment(queries, comment)
    expect(queries.getQueryData(commentListKey(comment.postId, null))).toMatchObject({ pages: [{ ids: ['c0', 'c1'] }] })
    removeComment(queries, { ...comment, replyCount: 0 })
    expect(queries.getQueryData(commentKey(comment.id))).toBe(null)
    expect(queries.getQueryData(newestCommentsKey(comment.postId))).toEqual([])
    expect(queries.getQueryData(commentListKey(comment.postId, null))).toMatchObject({ pages: [{ ids: ['c0'] }] })
  })

  it('keeps a placeholder for a deleted comment until its last reply is deleted', () => {
    const queries = createQueryClient()
    queries.setQueryData(commentListKey(comment.postId, null), list())
    addComment(queries, { ...comment, replyCount: 0, mine: true })
    const [first, second] = [reply('c2', 'c1'), reply('c3', 'c2')]
    addComment(queries, first)
    addComment(queries, second)
    expect(queries.getQueryData(commentKey(comment.id))).toMatchObject({ replyCount: 2 })
    removeComment(queries, { ...comment, replyCount: 2, mine: false })
    removeComment(queries, { ...first, replyCount: 1 })
    expect(queries.getQueryData(commentKey(comment.id))).toMatchObject({
      gone: 'by-post-author',
      text: '',
      author: null,
    })
    expect(queries.getQueryData(newestCommentsKey(comment.postId))).toEqual(['c1'])
    removeComment(queries, second)
    expect(readCachedThread(queries, comment.postId, comment.id).replies).toEqual([])
    expect(queries.getQueryData(commentKey(comment.id))).toBe(null)
    expect(queries.getQueryData(commentListKey(comment.postId, null))).toMatchObject({ pages: [{ ids: [] }] })
  })

  it('starts the next page of a thread after its inline replies, not after replies loaded for a linked comment', () => {
    const queries = createQueryClient()
    const chain = ['c2', 'c3', 'c4', 'c8', 'c9'].map((id) => reply(id, 'c1'))
    const page = { comments: [{ ...comment, depth: 0 }, ...chain], cursor: null, before: null, commentCount: 9 }
    cacheCommentPage(queries, comment.postId, page)
    expect(readCachedThread(queries, comment.postId, comment.id)).toMatchObject({ after: 'c4', replies: { length: 5 } })
  })

  it('removes a pinned comment from the list, and restores its position when it is unpinned', () => {
    const queries = createQueryClient()
    const key = commentListKey(comment.postId, null)
    queries.setQueryData(key, list('c1', 'c2', 'c3'))
    const ids = () => (queries.getQueryData(key) as ReturnType<typeof list>).pages[0]?.ids
    setPinnedComment(queries, comment.postId, 'c2' as Comment['id'])
    expect(ids()).toEqual(['c1', 'c3'])
    setPinnedComment(queries, comment.postId, 'c3' as Comment['id'])
    expect(ids()).toEqual(['c1', 'c2'])
    setPinnedComment(queries, comment.postId, null)
    expect(ids()).toEqual(['c1', 'c2', 'c3'])
  })
})
