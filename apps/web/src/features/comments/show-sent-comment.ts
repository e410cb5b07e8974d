import type { Comment } from '@pawtrait/contract/comments.ts'
import type { QueryClient } from '@tanstack/react-query'
import { addComment } from './comment-cache.ts'

export const showSentComment = (queries: QueryClient, comment: Comment) => addComment(queries, comment)
