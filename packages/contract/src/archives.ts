import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PostId } from './ids.ts'
import { Time } from './lists.ts'
import { OwnPhoto } from './photos/photos.ts'
import { Audience, NewPost } from './posts.ts'

export const networks = ['instagram', 'mastodon', 'pixelfed'] as const
export const Network = v.picklist(networks)
export type Network = v.InferOutput<typeof Network>

/** Earliest accepted date. None of the networks existed before, so an older date means a wrong clock. */
const FIRST_DAY = '2010-01-01T00:00:00.000Z'

/** Identity of a post on another network. The new post's id is derived from it, so that a post is imported once. */
export const PostOrigin = v.object({
  network: Network,
  /** Id of the post on that network, or another key from the archive. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  postedAt: v.pipe(
    Time,
    v.check((time) => Date.parse(time) >= Date.parse(FIRST_DAY), 'This date is too long ago.'),
  ),
})
export type PostOrigin = v.InferOutput<typeof PostOrigin>

const { photos, caption } = NewPost.entries

/**
 * An imported post keeps its original date, which decides its place in every list. Nobody is notified. Importing the
 * same post again changes nothing.
 */
export const importPost = defineEndpoint({
  method: 'POST',
  path: '/api/imports/posts',
  auth: 'user',
  summary: 'Post what I posted elsewhere, with its date',
  body: v.object({ origin: PostOrigin, photos, caption, audience: v.optional(Audience, 'followers') }),
  output: v.object({
    postId: PostId,
    /** False if the post was imported before. */
    isNew: v.boolean(),
  }),
  status: 201,
})

/** Returns which of these posts were imported before. `known` is in the order of `origins`. */
export const findImportedPosts = defineEndpoint({
  method: 'POST',
  path: '/api/imports/known',
  auth: 'user',
  summary: 'Which posts of an archive I have here already',
  body: v.object({ origins: v.pipe(v.array(PostOrigin), v.maxLength(100, 'At most 100 posts.')) }),
  output: v.object({ known: v.array(v.boolean()) }),
})

/** Downloads a photo of which the archive has only the URL. Any failure of the download is `not-found`. */
export const fetchRemotePhoto = defineEndpoint({
  method: 'POST',
  path: '/api/imports/remote-photo',
  auth: 'user',
  summary: 'Fetch a photo of mine from another public server, by https, as an upload',
  body: v.object({ url: v.pipe(v.string(), v.maxLength(2000)) }),
  output: OwnPhoto,
  status: 201,
})
