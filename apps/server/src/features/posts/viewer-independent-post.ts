import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { toPhoto } from '#features/media/view.ts'
import { toPetCard } from '#features/pets/view.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { Context } from '#platform/context.ts'
import { type PostRow, selectViewerIndependentPosts } from './queries.ts'

type Reader = Pick<Context, 'db' | 'now' | 'secrets'>

/** Columns that depend on the viewer, if the viewer may see the post and has no blocks. Blocks affect more columns. */
export type ViewerFields = Pick<PostRow, 'likeCount' | 'followedByMe' | 'likedByMe' | 'savedByMe'>

/** Fields of a post that are the same for all viewers. The author is a user card. */
export type ViewerIndependentPost = Omit<
  Post,
  'author' | 'names' | 'mayReply' | 'likedByMe' | 'savedByMe' | 'likeCount'
> & {
  author: UserCard
}

/** State of a post at the time of the visibility check. */
export type CheckedPostState = Pick<Post, 'audience' | 'editedAt' | 'archivedAt'>

/** Fields of a post that depend on the viewer, with the state on which the visibility check was based. */
export type ViewerFieldsRow = ViewerFields & CheckedPostState & { id: PostId }

/** `blocked`: the viewer blocks or is blocked by any user. If true, `views` is null and posts are read uncached. */
export type ViewerFieldsResult = { blocked: boolean; views: ViewerFieldsRow[] | null }

/** Returns whether two statements read the same state of a post, which its author may change between the reads. */
const isSameState = (a: CheckedPostState, b: CheckedPostState) =>
  a.audience === b.audience && isSameTime(a.editedAt, b.editedAt) && isSameTime(a.archivedAt, b.archivedAt)

// Compares instants, because PostgreSQL formats times differently in JSON columns.
const isSameTime = (a: string | null, b: string | null) => a === b || Date.parse(a ?? '') === Date.parse(b ?? '')

export function toViewerIndependentPost(ctx: Reader, row: PostRow): ViewerIndependentPost {
  const { id, caption, place, audience, replies, isReady, commentCount, pinned } = row
  const { postedAt, editedAt, archivedAt, authorId, username, fullname, imageName, photos, pets } = row
  return {
    ...{ id, caption, place, audience, replies, isReady, commentCount, pinned, postedAt, editedAt, archivedAt },
    author: toUserCard({ id: authorId, username, fullname, imageName }),
    photos: photos.map((photo) => ({ ...toPhoto(ctx, photo), alt: photo.alt })),
    pets: pets.map(({ postedOn, ...pet }) => ({ ...toPetCard(pet), postedOn })),
  }
}

/** Returns a post as the viewer sees it, without the field `names`. */
export const toPost = (viewer: UserId | null, post: ViewerIndependentPost, viewerFields: ViewerFields): Post => ({
  ...post,
  author: { ...post.author, followedByMe: viewerFields.followedByMe },
  mayReply: mayReply(viewer, post, viewerFields.followedByMe),
  likedByMe: viewerFields.likedByMe,
  savedByMe: viewerFields.savedByMe,
  likeCount: viewerFields.likeCount,
})

// @NOTE Must match the SQL condition for replies in comments/comment-change-queries.ts.
const mayReply = (viewer: UserId | null, { author, replies }: ViewerIndependentPost, follows: boolean) =>
  viewer !== null && (author.id === viewer || replies === 'everyone' || (replies === 'followers' && follows))

/**
 * Joins the viewer's fields with the shared fields of each post. `changed`: posts that changed between the two reads.
 * The caller reads them again in one statement.
 */
export function joinViewerFields(
  viewer: UserId | null,
  views: readonly ViewerFieldsRow[],
  shared: ReadonlyMap<PostId, { value: ViewerIndependentPost }>,
): { posts: Map<PostId, Post>; changed: PostId[] } {
  const posts = new Map<PostId, Post>()
  const changed: PostId[] = []
  for (const view of views) {
    const post = shared.get(view.id)?.value
    if (post && isSameState(view, post)) posts.set(view.id, toPost(viewer, post, view))
    else changed.push(view.id)
  }
  return { posts, changed }
}

/** Returns shared fields of posts, and the ids of the rows that they depend on. Does not check visibility. */
export async function readViewerIndependentPosts(ctx: Reader, ids: readonly PostId[]) {
  const rows = await selectViewerIndependentPosts(ctx.db, ids, ctx.now)
  return rows.map(({ about, ...row }) => ({
    post: toViewerIndependentPost(ctx, row),
    about: [row.id, row.authorId, ...about.filter((id) => id !== null)],
  }))
}
