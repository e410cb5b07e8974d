import { createRoot } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { onCleanUp } from '../../testing/render.tsx'
import { Navigation } from './navigation.ts'
import type { LoadedPage } from './open-page.ts'
import { PageRouter } from './PageRouter.tsx'
import { animatePhoto } from './photo-transition.ts'

const picture = (
  <span>
    <picture>
      <img alt="" width={40} height={40} />
    </picture>
  </span>
)

const grid = (
  <main>
    <p>Grid</p>
    {['/posts/1', '/posts/2'].map((path) => (
      <a key={path} className="over-photo" href={path}>
        {picture}
      </a>
    ))}
  </main>
)

const post = (
  <main>
    <p>Post</p>
    <article>{picture}</article>
  </main>
)

const pages: Record<string, React.ReactNode> = { '/grid': grid, '/posts/1': post, '/empty': <p>Empty</p> }

/** Renders a router at `/grid`. A navigation to a path that is not in `pages` shows "Error". */
async function start() {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const pageAt = (path: string): LoadedPage => ({ path, source: '', Component: () => pages[path], head: null })
  const navigation = new Navigation({
    history: createMemoryHistory({ initialEntries: ['/grid'] }),
    open: async ({ pathname }) => {
      if (!(pathname in pages)) throw new Error('No page')
      return pageAt(pathname)
    },
    first: { page: pageAt('/grid') },
  })
  navigation.animate = animatePhoto
  root.render(
    <PageRouter navigation={navigation} renderView={({ page }) => (page ? <page.Component /> : <p>Error</p>)} />,
  )
  onCleanUp(() => {
    root.unmount()
    host.remove()
  })
  await expect.element(page.getByText('Grid')).toBeVisible()
  return navigation
}

/** For each element with a transition name, returns the link target of its parent, or else the parent's tag name. */
const listNamedParents = () =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(({ style }) => style.getPropertyValue('view-transition-name') !== '')
    .map(({ parentElement }) => parentElement?.getAttribute('href') ?? parentElement?.localName)

/** Records the transition names before and after each update of the page. */
const updates: { before: unknown; after: unknown }[] = []
const startTransition = document.startViewTransition.bind(document)
let transition: ViewTransition | undefined

beforeEach(() => {
  updates.length = 0
  transition = undefined
  vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    const before = listNamedParents()
    transition = startTransition(async () => {
      if (typeof update === 'function') await update()
      updates.push({ before, after: listNamedParents() })
    })
    return transition
  })
  return () => vi.restoreAllMocks()
})

describe('photo transition', () => {
  test('moves the photo of the chosen tile to the post, and back to its tile', async () => {
    const navigation = await start()
    await navigation.visit('/posts/1')
    await expect.element(page.getByText('Post')).toBeVisible()
    await transition?.finished
    navigation.navigator.go(-1)
    await expect.element(page.getByText('Grid')).toBeVisible()
    await transition?.finished
    expect(updates).toEqual([
      { before: ['/posts/1'], after: ['article'] },
      { before: ['article'], after: ['/posts/1'] },
    ])
    await expect.poll(listNamedParents).toEqual([])
  })

  test('shows the page requested last when another navigation interrupts the transition', async () => {
    const navigation = await start()
    await navigation.visit('/posts/1')
    await navigation.visit('/empty')
    await expect.element(page.getByText('Empty')).toBeVisible()
    await transition?.finished
    await expect.element(page.getByText('Empty')).toBeVisible()
    await expect.poll(listNamedParents).toEqual([])
  })

  test('skips the animation when the next page does not show the photo', async () => {
    const navigation = await start()
    await navigation.visit('/posts/1')
    await transition?.finished
    await navigation.visit('/empty')
    await expect.element(page.getByText('Empty')).toBeVisible()
    await expect(transition?.ready).rejects.toThrow(/skipped/)
  })

  test('does not run for an error page, or for a post opened from a page without a tile of that post', async () => {
    const navigation = await start()
    await navigation.visit('/posts/3')
    await expect.element(page.getByText('Error')).toBeVisible()
    await navigation.visit('/empty')
    await navigation.visit('/posts/1')
    await expect.element(page.getByText('Post')).toBeVisible()
    expect(updates).toEqual([])
  })

  test('does not run with reduced motion', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      matchMedia.call(window, query.includes('reduced-motion') ? 'all' : query),
    )
    const navigation = await start()
    await navigation.visit('/posts/1')
    await expect.element(page.getByText('Post')).toBeVisible()
    expect(updates).toEqual([])
  })
})
