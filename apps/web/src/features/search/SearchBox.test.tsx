import { type SearchHit, search } from '@pawtrait/contract/search.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { endImeComposition } from '../../testing/end-ime-composition.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { SearchBox } from './SearchBox.tsx'

const searched = vi.fn<(q: string) => void>()
const onPick = vi.fn<(name: string) => void>()

const aHit = (type: SearchHit['type'], name: string, more: Partial<SearchHit> = {}): SearchHit => ({
  ...{ id: name, name, type, href: `/${name}`, detail: '', image: null, photo: null, species: null, backdrop: null },
  followedByMe: null,
  requestedByMe: false,
  postCount: null,
  ...more,
})

const hits = [
  aHit('pet', 'Biscuit', { species: 'dog', backdrop: 'rosehip', detail: 'Corgi' }),
  aHit('user', 'Gabi Mutua', { detail: 'gabi.m' }),
  aHit('tag', 'birdsofkenya', { postCount: 3 }),
  aHit('post', 'A big day'),
]

const field = () => page.getByRole('combobox', { name: 'Search users, pets and tags' })
const options = () => page.getByRole('option')
const activeOption = () =>
  document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null

async function typeBi() {
  searched.mockReset()
  onPick.mockReset()
  const server = fakeNetwork()
  server.on(`GET ${search.path}`, { status: 200, body: { hits, cursor: null } })
  renderApp(<SearchBox q="" onSearch={searched} onPick={(hit) => onPick(hit.name)} />)
  await userEvent.click(field())
  await userEvent.keyboard('bi')
  await expect.element(options().first()).toBeVisible()
  return server
}

describe('suggestions of SearchBox', () => {
  test('show the type and the highlighted match of each hit, and include no posts', async () => {
    await typeBi()
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    expect(options().elements()).toHaveLength(3)
    for (const name of ['Pet: Biscuit Corgi', 'User: Gabi Mutua @gabi.m', 'Tag: #birdsofkenya 3 posts'])
      await expect.element(page.getByRole('option', { name })).toBeVisible()
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Bi', 'bi', 'bi', 'bi'])
    expect(await listAxeViolations()).toEqual([])
  })

  test('are navigated with arrow keys, which wrap around and do not move the focus from the field', async () => {
    await typeBi()
    expect(activeOption()).toBe(null)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(activeOption).toContain('Biscuit')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(activeOption).toContain('birdsofkenya')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(activeOption).toBe(null)
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(activeOption).toContain('birdsofkenya')
    await expect.element(field()).toHaveFocus()
    expect(
      options()
        .elements()
        .map((option) => option.getAttribute('aria-selected')),
    ).toEqual(['false', 'false', 'true'])
  })

  test('are selected with Enter after an arrow key', async () => {
    await typeBi()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith('Gabi Mutua')
    expect(searched).not.toHaveBeenCalled()
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  })

  test('ignore keys that end an IME composition in Safari', async () => {
    await typeBi()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(activeOption).toContain('Biscuit')
    for (const key of ['Enter', 'Escape', 'ArrowDown'] as const) endImeComposition(field().element(), key)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onPick).toHaveBeenCalledExactlyOnceWith('Gabi Mutua')
    expect(searched).not.toHaveBeenCalled()
  })

  test('are not selected by the "Search" button, or by Enter without an arrow key', async () => {
    await typeBi()
    await userEvent.keyboard('{Enter}')
    expect(searched).toHaveBeenCalledExactlyOnceWith('bi')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(page.getByRole('button', { name: 'Search' }))
    expect(searched).toHaveBeenCalledTimes(2)
    expect(onPick).not.toHaveBeenCalled()
  })

  test('close on Esc without clearing the text, and reopen on arrow down', async () => {
    await typeBi()
    await userEvent.keyboard('{Escape}')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field()).toHaveValue('bi')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    expect(activeOption()).toBe(null)
  })

  test('are selected by a click while the focus stays in the field, and close on Tab', async () => {
    await typeBi()
    await userEvent.click(options().nth(1))
    expect(onPick).toHaveBeenCalledExactlyOnceWith('Gabi Mutua')
    await userEvent.keyboard('s')
    await expect.element(field()).toHaveValue('bis')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Tab}')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
  })
})
