import type { TributeId } from '@pawtrait/contract/ids.ts'
import type { Tribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PetView } from '#app/PetView.tsx'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { anId, aPet } from '../../../testing/fixtures.ts'
import { aPetPerson } from '../../../testing/pet-people-fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const musa = aPetPerson('musa.k')
const aTribute = (more: Partial<Tribute> = {}): Tribute => ({
  id: anId<TributeId>(),
  text: 'He waited for our school bus.',
  author: { id: musa.id, username: musa.username, fullname: musa.fullname, image: null },
  state: 'approved',
  mine: false,
  createdAt: '2026-09-11T10:00:00.000Z',
  ...more,
})

function showMemorial(tributes: Tribute[], more: Parameters<typeof aPet>[0] = {}) {
  const net = fakeNetwork()
  net.on('GET /api/pets/*/posts', { status: 200, body: { posts: [], cursor: null } })
  net.on('GET /api/pets/*/highlights', { status: 200, body: { stories: [] } })
  net.on('GET /api/pets/*/tributes', { status: 200, body: { tributes, cursor: null, approved: tributes.length } })
  const pet = aPet({ name: 'Bahati', birthday: '2011-05-03', diedOn: '2026-09-09', myRole: null, ...more })
  renderApp(
    <main>
      <h1>Bahati</h1>
      <PetView pet={pet} />
    </main>,
  )
  return net
}

describe('PetView of a memorial', () => {
  test("shows the pet's lifetime and tributes, but no age", async () => {
    showMemorial([aTribute()])
    await expect.element(page.getByText('3 May 2011 to 9 September 2026')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: '1 memory' })).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'About Bahati' })).not.toMatchTextContent(/years/)
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('sends a failed tribute with the same idempotency key when the viewer submits it again', async () => {
    const net = showMemorial([aTribute({ state: 'waiting', mine: true })])
    net.on('POST /api/pets/*/tributes', errorReply('too-many-requests', 429))
    await expect.element(page.getByText(/Bahati’s people have not read it yet/)).toBeVisible()
    await userEvent.fill(page.getByLabelText('What do you remember?'), 'Pixel still looks for him.')
    await userEvent.click(page.getByRole('button', { name: 'Leave a memory' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your memory was not sent')
    net.on('POST /api/pets/*/tributes', { status: 201, body: aTribute() })
    await userEvent.click(page.getByRole('button', { name: 'Leave a memory' }))
    await expect.element(page.getByText('Thank you')).toBeVisible()
    await expect.element(page.getByLabelText('What do you remember?')).toHaveValue('')
    // With the same idempotency key, a repeat after a lost response creates no duplicate.
    const posts = net.requests.filter(({ method }) => method === 'POST')
    const [first, second] = posts.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('lets an owner approve or decline a tribute', async () => {
    const net = showMemorial([aTribute({ state: 'waiting' })], { myRole: 'owner' })
    net.on('PATCH /api/tributes/*', { status: 204 })
    await userEvent.click(page.getByRole('button', { name: 'Approve the memory of musa.k' }))
    await expect.element(page.getByText('Memory approved')).toBeVisible()
    expect(net.requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ state: 'approved' })
    await userEvent.click(page.getByRole('button', { name: 'Decline the memory of musa.k' }))
    await expect
      .poll(() => net.requests.findLast(({ method }) => method === 'PATCH')?.body)
      .toEqual({ state: 'declined' })
  })
})
