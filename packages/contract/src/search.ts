import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Person } from './follows.ts'
import { Count, Cursor, page } from './lists.ts'
import { Backdrop, PetCard, Species } from './pets/pets.ts'
import { Photo } from './photos/photos.ts'
import { PostPage } from './posts.ts'

export const hitTypes = ['user', 'pet', 'post', 'tag', 'place'] as const
export const HitType = v.picklist(hitTypes)
export type HitType = v.InferOutput<typeof HitType>

/** One match: `{id, name, type}` as specified, and what the screen needs to draw it. */
export const Hit = v.object({
  /** Of the user, pet or post; the tag or the place itself. */
  id: v.string(),
  /** Full name, pet's name, caption, tag or place: what matched. */
  name: v.string(),
  type: HitType,
  /** Path on this site. */
  href: v.string(),
  /** Username, breed, author: the second line. */
  detail: v.string(),
  image: v.nullable(v.string()),
  photo: v.nullable(Photo),
  species: v.nullable(Species),
  backdrop: v.nullable(Backdrop),
  /** Null where nothing can be followed, and for oneself. */
  followedByMe: v.nullable(v.boolean()),
  /** A private account that the viewer has asked to follow. */
  requestedByMe: v.boolean(),
  /** Posts with the tag or place; null elsewhere. */
  postCount: v.nullable(Count),
})
export type Hit = v.InferOutput<typeof Hit>

/** At most `limit` a type. `cursor`: where one that was cut goes on, or all that were, when no type was asked for. */
export const SearchPage = v.object({ hits: v.array(Hit), cursor: v.nullable(Cursor) })
export type SearchPage = v.InferOutput<typeof SearchPage>

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  auth: 'anyone',
  summary: 'Users, pets, posts, tags and places by a part of their name',
  query: { q: v.pipe(v.string(), v.maxLength(100)), type: v.optional(HitType), ...page },
  output: SearchPage,
})
export const explore = endpoint({
  method: 'GET',
  path: '/api/explore',
  auth: 'anyone',
  summary: 'The newest public posts, one per author',
  query: page,
  output: PostPage,
})

/** Most people first, each counted once however often they wrote it; at most ten. */
export const TrendingTags = v.object({ tags: v.array(v.object({ tag: v.string(), people: Count })) })
export type TrendingTags = v.InferOutput<typeof TrendingTags>
export const trendingTags = endpoint({
  method: 'GET',
  path: '/api/explore/tags',
  auth: 'anyone',
  summary: 'The hashtags that most people used in the last seven days, in public posts',
  output: TrendingTags,
})
export const speciesPosts = endpoint({
  method: 'GET',
  path: '/api/species/:species/posts',
  auth: 'anyone',
  summary: 'The newest public posts that show a kind of animal',
  params: { species: Species },
  query: page,
  output: PostPage,
})

/** Pets and people to begin with: most followed first, none followed already. */
export const Suggestions = v.object({
  users: v.array(Person),
  pets: v.array(v.object({ ...PetCard.entries, followedByMe: v.boolean() })),
})
export type Suggestions = v.InferOutput<typeof Suggestions>
export const suggestions = endpoint({
  method: 'GET',
  path: '/api/suggestions',
  auth: 'user',
  summary: 'Whom to follow',
  output: Suggestions,
})
