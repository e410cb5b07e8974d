import type { Post } from '@pawtrait/contract/posts.ts'
import { menuPart } from '#shell/menu-part.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'

/** The menu of a post. */
export const PostMenu = menuPart<{ post: Post }>(
  async () => (await import('./PostMenuList.tsx')).PostMenuList,
  ({ post: _, ...button }) => <PostMenuButton {...button} />,
)
