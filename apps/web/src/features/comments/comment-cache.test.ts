import type { Comment } from '@pawtrait/contract/comments.ts'
import { newQueries } from '#lib/queries.ts'
import { expect, it } from 'vitest'
import { addComment, newestKey } from './comment-cache.ts'

// Ids are branded; only their being different matters here.
const comment = { id: 'c1', postId: 'p1', parentId: null, text: 'Kind' } as unknown as Comment

it('shows a comment once, however often its answer comes back', () => {
  const queries = newQueries()
  addComment(queries, comment)
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual(['c1'])
  addComment(queries, comment)
  expect(queries.getQueryData(newestKey(comment.postId))).toEqual(['c1'])
})
