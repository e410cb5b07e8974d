import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { FollowListPage } from './follows.ts'
import { PostId } from './ids.ts'
import { Count, pageQuery } from './lists.ts'
import { PostPage } from './posts.ts'

/** State of a post's like button for the viewer. */
export const LikeState = v.object({ postId: PostId, likedByMe: v.boolean(), likeCount: Count })
export type LikeState = v.InferOutput<typeof LikeState>

const onePost = {
  path: '/api/posts/:postId/like',
  auth: 'user',
  params: { postId: PostId },
  output: LikeState,
} as const

/** Lists the posts that the viewer likes. Only the viewer can see this list. */
export const getLikedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/likes',
  auth: 'user',
  summary: 'List the posts that the viewer likes, last liked first',
  query: pageQuery,
  output: PostPage,
})

/**
 * Lists the users who like a post, newest like first. Excludes users blocked in either direction, so the list may be
 * shorter than `likeCount`.
 */
export const getLikers = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:postId/likes',
  auth: 'user',
  summary: 'List the users who like a post, newest like first',
  params: { postId: PostId },
  query: pageQuery,
  output: FollowListPage,
})

export const likePost = defineEndpoint({ method: 'PUT', summary: 'Like a post', ...onePost })
export const unlikePost = defineEndpoint({ method: 'DELETE', summary: 'Unlike a post', ...onePost })
