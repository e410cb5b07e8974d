import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PetId, PhotoId, PostId, UserId } from './ids.ts'
import { Count, Cursor, page, Time } from './lists.ts'
import { PetCard } from './pets.ts'
import { Photo } from './photos.ts'
import { longest, Text } from './text.ts'
import { UserCard } from './users.ts'

export const audiences = ['everyone', 'followers', 'close-friends'] as const
export const Audience = v.picklist(audiences)
export type Audience = v.InferOutput<typeof Audience>

/** Who may comment on a post, among those who see it. */
export const replyControls = ['everyone', 'followers', 'nobody'] as const
export const ReplyControl = v.picklist(replyControls)
export type ReplyControl = v.InferOutput<typeof ReplyControl>

/** A photo in a post, with the words for those who cannot see it. */
export const PostPhoto = v.object({ ...Photo.entries, alt: v.string() })
export type PostPhoto = v.InferOutput<typeof PostPhoto>

/** A post as the viewer sees it. */
export const Post = v.object({
  id: PostId,
  author: v.object({ ...UserCard.entries, followedByMe: v.boolean() }),
  /** 1 to 10, in the author's order. */
  photos: v.array(PostPhoto),
  caption: v.string(),
  place: v.string(),
  pets: v.array(PetCard),
  audience: Audience,
  likedByMe: v.boolean(),
  savedByMe: v.boolean(),
  likeCount: Count,
  commentCount: Count,
  postedAt: Time,
  editedAt: v.nullable(Time),
  /** False while photos are processed: only its author sees it. */
  isReady: v.boolean(),
})
export type Post = v.InferOutput<typeof Post>

const Caption = Text(longest.caption)
const Alt = Text(longest.alt)
const Place = Text(longest.place)
const Pets = v.pipe(v.array(PetId), v.maxLength(20, 'At most 20 pets.'))

export const NewPost = v.object({
  photos: v.pipe(
    v.array(v.object({ id: PhotoId, alt: v.optional(Alt, '') })),
    v.minLength(1, 'A post needs a photo.'),
    v.maxLength(10, 'At most ten photos.'),
  ),
  caption: v.optional(Caption, ''),
  pets: v.optional(Pets, []),
  place: v.optional(Place, ''),
  audience: v.optional(Audience, 'everyone'),
})
export type NewPost = v.InferInput<typeof NewPost>

/** What is left out stays. `alts` names the photos whose words change. */
export const PostChange = v.partial(
  v.object({
    caption: Caption,
    place: Place,
    pets: Pets,
    audience: Audience,
    alts: v.pipe(v.array(v.object({ photo: PhotoId, alt: Alt })), v.maxLength(10)),
  }),
)
export type PostChange = v.InferInput<typeof PostChange>

/** A page of posts, newest first. */
export const PostPage = v.object({ posts: v.array(Post), cursor: v.nullable(Cursor) })
export type PostPage = v.InferOutput<typeof PostPage>

const one = { path: '/api/posts/:id', params: { id: PostId } } as const

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  auth: 'user',
  summary: 'Post one to ten photos',
  body: NewPost,
  output: Post,
  status: 201,
  idempotencyKey: true,
})
export const getPost = endpoint({ method: 'GET', auth: 'anyone', summary: 'One post', output: Post, ...one })
export const editPost = endpoint({
  method: 'PATCH',
  auth: 'user',
  summary: 'Change words, pets, place or audience of my post',
  body: PostChange,
  output: Post,
  ...one,
})
export const deletePost = endpoint({
  method: 'DELETE',
  auth: 'user',
  summary: 'Delete my post and its photos',
  ...one,
})

export const getUserPosts = endpoint({
  method: 'GET',
  path: '/api/users/:id/posts',
  auth: 'anyone',
  summary: "A user's posts, newest first",
  params: { id: UserId },
  query: page,
  output: PostPage,
})
export const getPetPosts = endpoint({
  method: 'GET',
  path: '/api/pets/:id/posts',
  auth: 'anyone',
  summary: 'Posts that show a pet, newest first',
  params: { id: PetId },
  query: page,
  output: PostPage,
})
export const getTagPosts = endpoint({
  method: 'GET',
  path: '/api/tags/:tag/posts',
  auth: 'anyone',
  summary: 'Posts with a hashtag, newest first',
  params: { tag: v.pipe(v.string(), v.maxLength(100)) },
  query: page,
  output: PostPage,
})
