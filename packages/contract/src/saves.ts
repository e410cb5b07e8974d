import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PostId } from './ids.ts'
import { page } from './lists.ts'
import { PostPage } from './posts.ts'

/** Whether the viewer keeps the post. Nobody else learns of it. */
export const SaveState = v.object({ postId: PostId, savedByMe: v.boolean() })
export type SaveState = v.InferOutput<typeof SaveState>

const onePost = {
  path: '/api/posts/:postId/save',
  auth: 'user',
  params: { postId: PostId },
  output: SaveState,
} as const

export const savePost = endpoint({ method: 'PUT', summary: 'Save a post', ...onePost })
export const unsavePost = endpoint({ method: 'DELETE', summary: 'Take a post out of what I saved', ...onePost })
export const getSaves = endpoint({
  method: 'GET',
  path: '/api/saves',
  auth: 'user',
  summary: 'Posts I saved, last saved first',
  query: page,
  output: PostPage,
})
