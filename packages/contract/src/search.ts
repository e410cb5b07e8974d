import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { FollowListUser } from './follows.ts'
import { Count, Cursor, pageQuery } from './lists.ts'
import { Backdrop, PetCard, Species } from './pets/pets.ts'
import { Photo } from './photos/photos.ts'
import { PostPage } from './posts.ts'

export const searchHitTypes = ['user', 'pet', 'post', 'tag', 'place'] as const
export const SearchHitType = v.picklist(searchHitTypes)
export type SearchHitType = v.InferOutput<typeof SearchHitType>

/** A search result. The API specification requires `id`, `name` and `type`. Screens use the other fields. */
export const SearchHit = v.object({
  /** Id of the user, pet or post. For tags and places, the name of the tag or place. */
  id: v.string(),
  /** The text that matches: full name, pet's name, caption, tag or place. */
  name: v.string(),
  type: SearchHitType,
  href: v.string(),
  /** Second line of the result: a username, a breed, or the author of a post. */
  detail: v.string(),
  image: v.nullable(v.string()),
  photo: v.nullable(Photo),
  species: v.nullable(Species),
  backdrop: v.nullable(Backdrop),
  /**
   * Whether the viewer follows the user or pet. Null for the viewer, for the viewer's own pets, and for other types.
   */
  followedByMe: v.nullable(v.boolean()),
  /** Whether the viewer has an open request to follow this private account. */
  requestedByMe: v.boolean(),
  /** Number of posts with the tag or place. Null for other types. */
  postCount: v.nullable(Count),
})
export type SearchHit = v.InferOutput<typeof SearchHit>

/**
 * A page of search results, with at most `limit` of each type. `cursor` leads to more results of the requested type.
 * Without a requested type, it leads to more results of all types.
 */
export const SearchPage = v.object({ hits: v.array(SearchHit), cursor: v.nullable(Cursor) })
export type SearchPage = v.InferOutput<typeof SearchPage>

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  auth: 'anyone',
  summary: 'Search users, pets, posts, tags and places by any part of their name, caption or place',
  query: { q: v.pipe(v.string(), v.maxLength(100)), type: v.optional(SearchHitType), ...pageQuery },
  output: SearchPage,
})
export const getExplorePosts = defineEndpoint({
  method: 'GET',
  path: '/api/explore',
  auth: 'anyone',
  summary: 'List the newest public posts, one per author',
  query: pageQuery,
  output: PostPage,
})

/** At most ten tags. The tag used by the most people comes first. */
export const TrendingTags = v.object({ tags: v.array(v.object({ tag: v.string(), people: Count })) })
export type TrendingTags = v.InferOutput<typeof TrendingTags>
export const getTrendingTags = defineEndpoint({
  method: 'GET',
  path: '/api/explore/tags',
  auth: 'anyone',
  summary: 'List the hashtags that most people used in public posts in the last seven days; at most ten',
  output: TrendingTags,
})
export const getSpeciesPosts = defineEndpoint({
  method: 'GET',
  path: '/api/species/:species/posts',
  auth: 'anyone',
  summary: 'List the newest public posts that show a species',
  params: { species: Species },
  query: pageQuery,
  output: PostPage,
})

/** Suggested pets and users. Those with the most followers come first. Omits those that the viewer already follows. */
export const Suggestions = v.object({
  users: v.array(FollowListUser),
  pets: v.array(v.object({ ...PetCard.entries, followedByMe: v.boolean() })),
})
export type Suggestions = v.InferOutput<typeof Suggestions>
export const getSuggestions = defineEndpoint({
  method: 'GET',
  path: '/api/suggestions',
  auth: 'user',
  summary: 'Suggest users and pets to follow, most followers first; at most five of each',
  output: Suggestions,
})
