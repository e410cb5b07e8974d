import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PostId } from './ids.ts'
import { Time } from './lists.ts'
import { OwnPhoto } from './photos/photos.ts'
import { Audience, NewPost } from './posts.ts'

/** Where an archive may come from. */
export const networks = ['instagram', 'mastodon', 'pixelfed'] as const
export const Network = v.picklist(networks)
export type Network = v.InferOutput<typeof Network>

/** Before this none of the networks was there: an older date is a broken clock. */
const FIRST_DAY = '2010-01-01T00:00:00.000Z'

/** What a post was elsewhere; from it follows which post it becomes here, so that it comes once. */
export const Origin = v.object({
  network: Network,
  /** Its id there, or what else it is known by in the archive. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  /** When it was posted there. */
  postedAt: v.pipe(
    Time,
    v.check((time) => Date.parse(time) >= Date.parse(FIRST_DAY), 'This date is too long ago.'),
  ),
})
export type Origin = v.InferOutput<typeof Origin>

const { photos, caption } = NewPost.entries

/**
 * A post keeps the date it had elsewhere: it takes its place in every list by it, and nobody is told that it came. The
 * same post a second time changes nothing.
 */
export const importPost = endpoint({
  method: 'POST',
  path: '/api/imports/posts',
  auth: 'user',
  summary: 'Post what I posted elsewhere, with its date',
  body: v.object({ origin: Origin, photos, caption, audience: v.optional(Audience, 'followers') }),
  output: v.object({
    postId: PostId,
    /** False: it was here before. */
    isNew: v.boolean(),
  }),
  status: 201,
})

/** Which of these posts came before; `known` answers each in the order asked. */
export const findImported = endpoint({
  method: 'POST',
  path: '/api/imports/known',
  auth: 'user',
  summary: 'Which posts of an archive I have here already',
  body: v.object({ origins: v.pipe(v.array(Origin), v.maxLength(100, 'At most 100 posts.')) }),
  output: v.object({ known: v.array(v.boolean()) }),
})

/** For archives that name their photos by address only. What is not fetched is `not-found`, whatever the cause. */
export const fetchRemotePhoto = endpoint({
  method: 'POST',
  path: '/api/imports/remote-photo',
  auth: 'user',
  summary: 'Fetch a photo of mine from another public server, by https, as an upload',
  body: v.object({ url: v.pipe(v.string(), v.maxLength(2000)) }),
  output: OwnPhoto,
  status: 201,
})
