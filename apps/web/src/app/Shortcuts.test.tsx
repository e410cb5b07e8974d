import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cacheNewestComments } from '#features/comments/comment-keys.ts'
import { cachePosts } from '#features/posts/post-cache.ts'
import { SearchPage } from '#features/search/SearchPage.tsx'
import { createQueryClient } from '#lib/server/query-client.ts'
import { Navigation } from '#shell/navigation/navigation.ts'
import { ShortcutSwitch } from '#shell/shortcuts/ShortcutSwitch.tsx'
import { Shortcuts } from '#shell/shortcuts/Shortcuts.tsx'
import { listAxeViolations } from '../testing/axe.ts'
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aComment, aPost, aVisiblePhoto } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { PageLayout, Shell } from './PageLayout.tsx'
import { PostCard } from './PostCard.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})
afterEach(() => localStorage.clear())

const posts = page.getByRole('article', { name: /^Post by / })
const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

/** Renders three posts, the shortcuts, a text field and the switch that turns shortcuts off. Returns the posts. */
function show() {
  const queries = createQueryClient({ retries: 0 })
  const shown = Array.from({ length: 3 }, () => aPost({ photos: [aVisiblePhoto('Asleep')] }))
  cachePosts(queries, shown)
  for (const { id } of shown) cacheNewestComments(queries, id, [aComment(id)])
  renderApp(
    <>
      <header>Feed</header>
      <main>
        {shown.map((post) => (
          <PostCard key={post.id} id={post.id} />
        ))}
      </main>
      <input aria-label="A field" />
      <ShortcutSwitch />
      <Shortcuts />
    </>,
    { queries },
  )
  return shown
}

test('keyboard shortcuts "j" and "k" focus the next or previous post and scroll the post into view', async () => {
  show()
  await expect.element(posts.nth(2)).toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect.element(posts.nth(0)).toHaveFocus()
  await userEvent.keyboard('jj')
  await expect.element(posts.nth(2)).toHaveFocus()
  await expect.poll(() => posts.nth(2).element().getBoundingClientRect().top).toBeLessThan(400)
  await userEvent.keyboard('j')
  await expect.element(posts.nth(2)).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(posts.nth(1)).toHaveFocus()
})

test('keyboard shortcut "l" likes the focused post, "s" saves it and "c" focuses its comment field', async () => {
  const [, second] = show()
  await expect.element(posts.nth(2)).toBeInTheDocument()
  await userEvent.keyboard('jjls')
  await expect.poll(() => net.sent).toContain(`PUT /api/posts/${second?.id}/like`)
  await expect.poll(() => net.sent).toContain(`PUT /api/posts/${second?.id}/save`)
  await userEvent.keyboard('c')
  await expect.poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
})

test('keyboard shortcuts do nothing in a text field, behind an open dialog or with Ctrl', async () => {
  show()
  await userEvent.click(page.getByLabelText('A field'))
  await userEvent.keyboard('jls?')
  await expect.element(page.getByLabelText('A field')).toHaveValue('jls?')
  expect(net.sent).toEqual([])
  await userEvent.tab()
  await userEvent.keyboard('{Control>}l{/Control}')
  await userEvent.keyboard('?')
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('l')
  expect(net.sent).toEqual([])
})

test('keyboard shortcuts are listed on "?", and do nothing while they are switched off', async () => {
  show()
  await userEvent.keyboard('?')
  await expect.element(help.getByText('Next post')).toBeVisible()
  expect(await listAxeViolations()).toEqual([])
  document.documentElement.dataset.theme = 'dark'
  expect(await listAxeViolations()).toEqual([])
  delete document.documentElement.dataset.theme
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('switch', { name: /^Keyboard shortcuts/ }))
  await expect.element(page.getByRole('switch')).not.toBeChecked()
  await userEvent.keyboard('jl')
  expect(net.sent).toEqual([])
  await expect.element(posts.nth(0)).not.toHaveFocus()
})

test('keyboard shortcuts do nothing while the photo viewer is open', async () => {
  show()
  await userEvent.click(page.getByRole('button', { name: 'Asleep' }).first())
  await expect.element(page.getByRole('dialog', { name: 'Photos of this post' })).toBeVisible()
  await userEvent.keyboard('ls')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Photos of this post' })).not.toBeInTheDocument()
  expect(net.sent.filter((sent) => sent.startsWith('PUT'))).toEqual([])
})

test('keyboard shortcut "l" likes the post in view, not a focused post that is scrolled out of view', async () => {
  const [first, , third] = show()
  await expect.element(posts.nth(2)).toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect.element(posts.nth(0)).toHaveFocus()
  await page.viewport(390, 500)
  onTestFinished(() => page.viewport(1440, 900))
  posts.nth(2).element().scrollIntoView()
  await userEvent.keyboard('l')
  await expect.poll(() => net.sent).toContain(`PUT /api/posts/${third?.id}/like`)
  expect(net.sent).not.toContain(`PUT /api/posts/${first?.id}/like`)
})

/** Renders the search page at its path. At other paths, renders a page with the path as heading. */
function Pages() {
  const { pathname } = useLocation()
  return (
    <PageLayout head={null}>
      {pathname === '/dashboard/search' ? (
        <SearchPage />
      ) : (
        <main>
          <h1>{pathname}</h1>
        </main>
      )}
    </PageLayout>
  )
}

/** Delays each navigation by 100 ms, as a server would. */
function slowPages() {
  const { visit } = Navigation.prototype
  const slow = vi.spyOn(Navigation.prototype, 'visit').mockImplementation(async function (this: Navigation, ...args) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return visit.apply(this, args)
  })
  onTestFinished(() => slow.mockRestore())
}

test('keyboard shortcut "/" focuses the search field, and "n" opens the post editor', async () => {
  slowPages()
  await Shell.load()
  renderApp(<Pages />, { at: '/dashboard' })
  await expect.element(page.getByRole('heading', { name: '/dashboard' })).toBeVisible()
  // The shortcuts load after the first paint, so press the key repeatedly until the search page opens.
  await expect
    .poll(async () => {
      await userEvent.keyboard('/')
      await new Promise((resolve) => setTimeout(resolve, 300))
      return page.getByRole('heading', { name: 'Search' }).elements()
    })
    .toHaveLength(1)
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  // The navigation must not move the focus from the search field to the heading.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  page.getByRole('heading', { name: 'Search' }).element().focus()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  page.getByRole('heading', { name: 'Search' }).element().focus()
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('heading', { name: '/dashboard/create' })).toHaveFocus()
})
