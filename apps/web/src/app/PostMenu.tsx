import type { Post } from '@pawtrait/contract/posts.ts'
import { lazyMenu } from '#shell/lazy-menu.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'

/** The menu of a post. */
export const PostMenu = lazyMenu<{ post: Post }>(
  async () => (await import('./PostMenuList.tsx')).PostMenuList,
  ({ post: _, ...button }) => <PostMenuButton {...button} />,
)
