import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CollectionId, PostId } from './ids.ts'
import { Count, pageQuery } from './lists.ts'
import { Photo } from './photos/photos.ts'
import { PostPage } from './posts.ts'
import { SingleLineText } from './text/clean-text.ts'

/** Whether the viewer has saved the post. Other users cannot see this. */
export const SaveState = v.object({ postId: PostId, savedByMe: v.boolean() })
export type SaveState = v.InferOutput<typeof SaveState>

const onePost = {
  path: '/api/posts/:postId/save',
  auth: 'user',
  params: { postId: PostId },
  output: SaveState,
} as const

export const savePost = defineEndpoint({ method: 'PUT', summary: 'Save a post', ...onePost })
export const unsavePost = defineEndpoint({
  method: 'DELETE',
  summary: "Remove a post from the viewer's saved posts",
  ...onePost,
})
export const getSavedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/saves',
  auth: 'user',
  summary: "List the viewer's saved posts, last saved first",
  query: pageQuery,
  output: PostPage,
})

export const MAX_COLLECTIONS = 100

/** A named list of saved posts. Only its owner sees it. */
export const Collection = v.object({
  id: CollectionId,
  name: v.string(),
  /** Number of posts in the collection that the viewer may see. */
  postCount: Count,
  /** The first photo of each of the four newest posts in the collection. */
  pictures: v.array(v.object({ ...Photo.entries, alt: v.string() })),
  holds: v.boolean(),
})
export type Collection = v.InferOutput<typeof Collection>

const naming = v.object({ name: SingleLineText(60, 'A collection needs a name.') })
const oneCollection = { path: '/api/collections/:id', auth: 'user', params: { id: CollectionId } } as const
const placed = {
  path: '/api/collections/:id/posts/:postId',
  auth: 'user',
  params: { id: CollectionId, postId: PostId },
  output: v.object({ collectionId: CollectionId, postId: PostId, holds: v.boolean() }),
} as const

export const listCollections = defineEndpoint({
  method: 'GET',
  path: '/api/collections',
  auth: 'user',
  summary: "List the viewer's collections by name; `holds` is true if a collection contains `post`",
  query: { post: v.optional(PostId) },
  output: v.object({ collections: v.array(Collection) }),
})
export const getCollection = defineEndpoint({
  method: 'GET',
  summary: "Get one of the viewer's collections",
  output: Collection,
  ...oneCollection,
})
export const createCollection = defineEndpoint({
  method: 'POST',
  path: '/api/collections',
  auth: 'user',
  summary: 'Create a collection',
  body: naming,
  output: Collection,
  status: 201,
  idempotencyKey: true,
})
export const renameCollection = defineEndpoint({
  method: 'PATCH',
  summary: 'Rename a collection',
  body: naming,
  output: Collection,
  ...oneCollection,
})
/** Deletes a collection. Its posts stay saved. */
export const deleteCollection = defineEndpoint({ method: 'DELETE', summary: 'Delete a collection', ...oneCollection })
export const getCollectionPosts = defineEndpoint({
  method: 'GET',
  path: '/api/collections/:id/posts',
  auth: 'user',
  summary: 'List the posts of a collection, last added first',
  params: { id: CollectionId },
  query: pageQuery,
  output: PostPage,
})
/** Adds a post to a collection. Also saves the post if it was not saved. */
export const addPostToCollection = defineEndpoint({ method: 'PUT', summary: 'Add a post to a collection', ...placed })
export const removePostFromCollection = defineEndpoint({
  method: 'DELETE',
  summary: 'Remove a post from a collection',
  ...placed,
})
