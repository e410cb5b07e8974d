import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AnimalFilterPage } from './AnimalFilterPage.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const word = () => page.getByRole('textbox')
const saved = () => net.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/species-filter', { status: 200, body: { species: ['reptile'], words: ['snake'] } })
  net.on('PUT /api/species-filter', ({ body }) => ({ status: 200, body }))
})

describe('AnimalFilterPage', () => {
  test('saves each change of a species or a filter word immediately, and invalidates the feed', async () => {
    const queries = renderApp(<AnimalFilterPage />)
    queries.setQueryData(['feed'], { pages: [], pageParams: [] })
    await expect.element(button('Reptile')).toHaveAttribute('aria-pressed', 'true')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Fish'))
    await expect.element(button('Fish')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => queries.getQueryState(['feed'])?.isInvalidated).toBe(true)
    await userEvent.fill(word(), 'Tarantula')
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Remove tarantula')).toBeVisible()
    await expect.element(word()).toHaveFocus()
    await userEvent.click(button('Remove snake'))
    await expect.element(button('Remove snake')).not.toBeInTheDocument()
    await expect.element(word()).toHaveFocus()
    await expect.poll(saved).toEqual([
      { species: ['reptile', 'fish'], words: ['snake'] },
      { species: ['reptile', 'fish'], words: ['snake', 'tarantula'] },
      { species: ['reptile', 'fish'], words: ['tarantula'] },
    ])
  })

  test('shows an error beside the field when the user types two words, and keeps the typed text', async () => {
    renderApp(<AnimalFilterPage />)
    await userEvent.fill(word(), 'ball python')
    await userEvent.click(button('Add'))
    await expect.element(page.getByText('One word at a time: letters and digits only.')).toBeVisible()
    await expect.element(word()).toHaveValue('ball python')
    expect(saved()).toEqual([])
  })

  test('reverts a species switch and shows an error when the server refuses the change', async () => {
    net.on('PUT /api/species-filter', errorReply('unavailable', 503))
    renderApp(<AnimalFilterPage />)
    await userEvent.click(button('Horse'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not saved')
    await expect.element(button('Horse')).toHaveAttribute('aria-pressed', 'false')
  })

  test('reverts to the last saved filter when the server refuses a later change', async () => {
    renderApp(<AnimalFilterPage />)
    await userEvent.click(button('Horse'))
    await expect.poll(saved).toHaveLength(1)
    const refused = deferredReply()
    net.on('PUT /api/species-filter', refused.answer)
    net.on('GET /api/species-filter', errorReply('unavailable', 503))
    await userEvent.click(button('Fish'))
    await expect.element(button('Fish')).toHaveAttribute('aria-pressed', 'true')
    refused.give(errorReply('unavailable', 503))
    await expect.element(button('Fish')).toHaveAttribute('aria-pressed', 'false')
    await expect.element(button('Horse')).toHaveAttribute('aria-pressed', 'true')
  })

  test('shows a pending change even when an earlier change failed and the filter was refetched', async () => {
    const [refused, late] = [deferredReply(), deferredReply()]
    const replies = [refused.answer]
    net.on('PUT /api/species-filter', ({ body }) => replies.shift()?.() ?? { status: 200, body })
    renderApp(<AnimalFilterPage />)
    await userEvent.click(button('Horse'))
    await userEvent.click(button('Fish'))
    net.on('GET /api/species-filter', late.answer)
    refused.give(errorReply('unavailable', 503))
    await expect.poll(saved).toHaveLength(2)
    late.give({ status: 200, body: { species: ['reptile'], words: ['snake'] } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(button('Fish')).toHaveAttribute('aria-pressed', 'true')
  })
})
