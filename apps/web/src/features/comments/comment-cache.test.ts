import type { Comment } from '@pawtrait/contract/comments.ts'
import { newQueries } from '#lib/queries.ts'
import { expect, it } from 'vitest'
import { addComment, commentKey, commentsKey, dropComment, newestKey } from './comment-cache.ts'

// Ids are branded; only their being different matters here.
const comment = { id: 'c1', postId: 'p1', parentId: null, rootId: null, text: 'Kind' } as unknown as Comment

it('shows a comment once, however often its answer comes back', () => {
  const queries = newQueries()
  addComment(queries, comment)
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual(['c1'])
  addComment(queries, comment)
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual(['c1'])
})

it('takes a deleted comment out of its lists, so that they can be counted', () => {
  const queries = newQueries()
  queries.setQueryData(commentsKey(comment.postId, null), {
    pages: [{ ids: ['c0'], cursor: null }],
    pageParams: [null],
  })
  addComment(queries, comment)
  dropComment(queries, { ...comment, replyCount: 0 })
  expect(queries.getQueryData(commentKey(comment.id))).toBe(null)
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual([])
  expect(queries.getQueryData(commentsKey(comment.postId, null))).toMatchObject({ pages: [{ ids: ['c0'] }] })
})

it('keeps the place of a deleted comment that has answers', () => {
  const queries = newQueries()
  addComment(queries, comment)
  dropComment(queries, { ...comment, replyCount: 1 })
  expect(queries.getQueryData(commentKey(comment.id))).toMatchObject({ gone: 'by-author', text: '' })
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual(['c1'])
})
