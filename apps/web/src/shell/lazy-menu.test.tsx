import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Menu } from '#ui/overlays/Menu.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { ChunkLoadSheet } from '#ui/states/lazy-component.tsx'
import { listAxeViolations } from '../testing/axe.ts'
import { fakeNetwork } from '../testing/fake-network.ts'
import { goOffline } from '../testing/go-offline.ts'
import { renderApp } from '../testing/render-app.tsx'
import { lazyMenu } from './lazy-menu.tsx'

const Dots = (props: Omit<ComponentProps<'button'>, 'children'>) => (
  <button type="button" {...props}>
    Options
  </button>
)

const Choices = ({ openAt }: { openAt: InitialMenuItem }) => (
  <Menu label="Post by leila" openAt={openAt} items={[{ id: 'mute', label: 'Mute', onSelect: () => {} }]}>
    {(trigger) => <Dots {...trigger} />}
  </Menu>
)

const options = page.getByRole('button', { name: 'Options' })
const sheet = page.getByRole('dialog', { name: 'This part did not load.' })

/** Goes offline, then renders a name and a lazy menu. The items of the menu can only load once the network is back. */
async function offlineMenu() {
  fakeNetwork()
  // Loads the error sheet before the test goes offline, because the app preloads this sheet.
  await ChunkLoadSheet.load()
  const comeBack = goOffline()
  const fetchMenu = vi.fn(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    return Choices
  })
  const LateMenu = lazyMenu(fetchMenu, Dots)
  renderApp(
    <>
      <b>leila</b> <LateMenu />
    </>,
  )
  return comeBack
}

test.for(['light', 'dark'])(
  'lazyMenu shows an offline notice when its items cannot load, and passes axe in the %s theme',
  async (theme) => {
    document.documentElement.dataset.theme = theme
    await offlineMenu()
    await userEvent.click(options)
    await expect.element(sheet).toBeVisible()
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
    await expect.element(page.getByText('leila')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(options).toHaveFocus()
  },
)

test('lazyMenu opens by itself once the network is back, and returns focus to its button on Escape', async () => {
  const comeBack = await offlineMenu()
  await userEvent.click(options)
  await expect.element(sheet).toBeVisible()
  comeBack()
  await expect.element(page.getByRole('menuitem', { name: 'Mute' })).toHaveFocus()
  await expect.element(sheet).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(options).toHaveFocus()
})

test('lazyMenu stays closed when its items arrive after the user has closed it during a retry', async () => {
  fakeNetwork()
  const answers = [Promise.withResolvers<typeof Choices>(), Promise.withResolvers<typeof Choices>()]
  const [first, again] = answers
  let attempt = 0
  // `attempt` selects the result, because the number of calls of `fetchMenu` varies: hover and focus preload the menu.
  const fetchMenu = () => (attempt < 1 ? first : again)?.promise ?? Promise.reject(new Error('not asked for'))
  const LateMenu = lazyMenu(fetchMenu, Dots)
  renderApp(<LateMenu />)
  await userEvent.click(options)
  first?.reject(new TypeError('Failed to fetch'))
  await expect.element(sheet).toBeVisible()
  attempt = 1
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  again?.resolve(Choices)
  // Waits 200 ms. The menu would open earlier.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(page.getByRole('menuitem').elements()).toEqual([])
  await userEvent.click(options)
  await expect.element(page.getByRole('menuitem', { name: 'Mute' })).toHaveFocus()
})
