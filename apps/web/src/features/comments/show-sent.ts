import type { Comment } from '@pawtrait/contract/comments.ts'
import type { QueryClient } from '@tanstack/react-query'
import { addComment } from './comment-cache.ts'

/** Shows a comment that was sent from here. */
export const showSent = (queries: QueryClient, comment: Comment) => addComment(queries, comment)
