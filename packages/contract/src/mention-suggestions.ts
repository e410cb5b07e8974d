import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PostId } from './ids.ts'
import { Count } from './lists.ts'
import { Backdrop, Species } from './pets/pets.ts'
import { UserImage } from './users.ts'

export const mentionTypes = ['user', 'pet', 'tag'] as const

export const MentionSuggestion = v.object({
  id: v.string(),
  type: v.picklist(mentionTypes),
  /** The text to insert after `@` or `#`: a username, a pet's name or a tag. */
  name: v.string(),
  /** A user's full name or a pet's breed. */
  detail: v.string(),
  image: UserImage,
  species: v.nullable(Species),
  backdrop: v.nullable(Backdrop),
  /** Number of posts with the tag; null for users and pets. */
  postCount: v.nullable(Count),
})
export type MentionSuggestion = v.InferOutput<typeof MentionSuggestion>

export const suggestMentions = defineEndpoint({
  method: 'GET',
  path: '/api/mentions',
  auth: 'user',
  summary: "Suggest users and pets (@…) or tags (#…) by name prefix, the viewer's connections first; at most 8",
  query: {
    q: v.pipe(v.string(), v.regex(/^[@#]/, 'Begin with @ or #.'), v.maxLength(60)),
    post: v.optional(PostId),
    /** `users` excludes pets, so that all 8 suggestions can be users. */
    only: v.optional(v.literal('users')),
  },
  output: v.object({ hits: v.array(MentionSuggestion) }),
})
