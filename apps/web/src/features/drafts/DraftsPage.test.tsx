import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { aDraft, aDraftPhoto } from '../../testing/draft-fixtures.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { DraftsPage } from './DraftsPage.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

const text = (words: string | RegExp) => page.getByText(words)
const show = (drafts: ReturnType<typeof aDraft>[]) => {
  net.on('GET /api/drafts', { status: 200, body: { drafts } })
  renderApp(<DraftsPage />)
}
const card = (words: string) => page.getByRole('listitem').filter({ hasText: words })

describe('DraftsPage', () => {
  test('shows for each draft its content, what is still missing, and a link to continue', async () => {
    const expiresAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
    const ready = aDraft()
    const undescribedDraft = aDraft({
      caption: '',
      photos: [aDraftPhoto({ alt: '' }), aDraftPhoto({ goesAt: expiresAt })],
    })
    show([ready, undescribedDraft, aDraft({ caption: 'Words alone', photos: [] })])
    await expect.element(card('Half a sentence')).toMatchTextContent('Ready')
    await expect
      .element(page.getByRole('link', { name: 'Continue “Half a sentence”' }))
      .toHaveAttribute('href', `/dashboard/create?draft=${ready.id}`)
    await expect.element(card('No caption yet')).toMatchTextContent(/2 photos, 1 described\. Saved/)
    await expect.element(card('No caption yet')).toMatchTextContent('1 photo has no description')
    await expect.element(card('No caption yet')).toMatchTextContent('The photos are deleted in 3 days.')
    await expect.element(card('Words alone')).toMatchTextContent('No photo yet')
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('asks before it deletes a draft, and shows an error when the deletion fails', async () => {
    const draft = aDraft()
    show([draft])
    net.on('DELETE /api/drafts/*', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('button', { name: 'Delete draft “Half a sentence”' }))
    const dialog = page.getByRole('alertdialog', { name: 'Delete this draft?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete draft' }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The draft was not deleted')
    net.on('DELETE /api/drafts/*', { status: 204 })
    net.on('GET /api/drafts', { status: 200, body: { drafts: [] } })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete draft' }))
    await expect.element(text('Draft deleted.')).toBeVisible()
    await expect.element(text('No drafts')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/dashboard/create')
    expect(net.sent.filter((request) => request.startsWith('DELETE'))).toEqual(
      Array(2).fill(`DELETE /api/drafts/${draft.id}`),
    )
  })

  test('offers a retry when the drafts fail to load', async () => {
    net.on('GET /api/drafts', errorReply('unavailable', 503))
    renderApp(<DraftsPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load your drafts')
    net.on('GET /api/drafts', { status: 200, body: { drafts: [aDraft()] } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(card('Half a sentence')).toBeVisible()
  })
})
