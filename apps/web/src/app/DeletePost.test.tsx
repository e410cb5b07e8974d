import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeletePostDialog } from '#features/posts/DeletePostDialog.tsx'
import { Link } from '#ui/Link.tsx'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPost, aViewer } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ProfilePosts } from './ProfilePosts.tsx'

/** Renders the viewer's own profile at its path, and the delete dialog at any other path. */
function Pages({ post }: { post: Post }) {
  const { pathname } = useLocation()
  if (pathname !== paths.profile) return <DeletePostDialog post={post} open onClose={() => {}} onArchive={() => {}} />
  return (
    <>
      <ProfilePosts user={post.author} isMine />
      <Link to={paths.post(post.id)}>Its page</Link>
    </>
  )
}

test("DeletePostDialog deletes the viewer's only post and opens their profile, which then has no posts", async () => {
  const viewer = aViewer()
  const post = aPost({ author: { ...viewer, followedByMe: false } })
  const net = fakeNetwork()
  const isPostStored = () => !net.sent.some((request) => request.startsWith('DELETE'))
  net.on('GET /api/users/*/posts', () => ({ status: 200, body: { posts: isPostStored() ? [post] : [], cursor: null } }))
  net.on('DELETE /api/posts/*', { status: 204 })
  renderApp(<Pages post={post} />, { viewer, at: paths.profile })
  await expect.element(page.getByRole('listitem').getByRole('link')).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Its page' }))
  await userEvent.click(page.getByRole('button', { name: 'Delete post' }))
  await expect.element(page.getByText('Post deleted.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
})
