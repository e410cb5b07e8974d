import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PostId } from './ids.ts'
import { Time } from './lists.ts'
import { OwnPhoto } from './photos/photos.ts'
import { Audience, NewPost } from './posts.ts'

export const socialNetworks = ['instagram', 'mastodon', 'pixelfed'] as const
export const SocialNetwork = v.picklist(socialNetworks)
export type SocialNetwork = v.InferOutput<typeof SocialNetwork>

/**
 * Earliest accepted date of an imported post. No supported network existed before this date, so an older date is an
 * error.
 */
const FIRST_DAY = '2010-01-01T00:00:00.000Z'

/** Identifies a post on another network. The imported post's id is derived from it, so a post is imported only once. */
export const PostOrigin = v.object({
  network: SocialNetwork,
  /** Id of the post on that network. If the archive has no ids, another value that identifies the post. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  postedAt: v.pipe(
    Time,
    v.check((time) => Date.parse(time) >= Date.parse(FIRST_DAY), 'This date is too long ago.'),
  ),
})
export type PostOrigin = v.InferOutput<typeof PostOrigin>

const { photos, caption } = NewPost.entries

/**
 * Imports a post with its original date. Lists sort the post by that date. The import sends no notifications. Importing
 * the same post again changes nothing.
 */
export const importPost = defineEndpoint({
  method: 'POST',
  path: '/api/imports/posts',
  auth: 'user',
  summary: 'Import a post from another network, with its original date',
  body: v.object({ origin: PostOrigin, photos, caption, audience: v.optional(Audience, 'followers') }),
  output: v.object({
    postId: PostId,
    /** False if an earlier import created this post. */
    isNew: v.boolean(),
  }),
  status: 201,
})

/**
 * Returns which of these posts were imported before: `known` has a boolean for each item of `origins`, in the same
 * order.
 */
export const findImportedPosts = defineEndpoint({
  method: 'POST',
  path: '/api/imports/known',
  auth: 'user',
  summary: 'Check which posts of an archive the viewer has already imported',
  body: v.object({ origins: v.pipe(v.array(PostOrigin), v.maxLength(100, 'At most 100 posts.')) }),
  output: v.object({ known: v.array(v.boolean()) }),
})

/**
 * Downloads a photo when the archive has only the URL of the photo. Returns `not-found` when the download fails for any
 * reason.
 */
export const fetchRemotePhoto = defineEndpoint({
  method: 'POST',
  path: '/api/imports/remote-photo',
  auth: 'user',
  summary: "Fetch one of the viewer's photos over HTTPS from another public server, as an upload",
  body: v.object({ url: v.pipe(v.string(), v.maxLength(2000)) }),
  output: OwnPhoto,
  status: 201,
})
