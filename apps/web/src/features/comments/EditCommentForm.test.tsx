import type { Comment } from '@pawtrait/contract/comments.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { aComment, aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { EditCommentForm } from './EditCommentForm.tsx'

const field = () => page.getByRole('textbox', { name: 'Edit your comment' })
const save = () => page.getByRole('button', { name: 'Save', exact: true })

/** Renders the form of a comment that another window has changed to `theirs`, and tries to save "Mine". */
async function saveLate(theirs: Partial<Comment> = { text: 'Theirs' }) {
  const server = fakeNetwork()
  const start = aComment(aPost().id, { text: 'Before', mine: true })
  const newer = { ...start, editedAt: '2026-11-21T09:00:00.000Z', ...theirs }
  server.on('PATCH /api/comments/*', errorReply('conflict', 409))
  server.on('GET /api/comments/*', { status: 200, body: newer })
  const onDone = vi.fn()
  renderApp(
    <main>
      <h1>Comments</h1>
      <EditCommentForm comment={start} onDone={onDone} />
    </main>,
  )
  await userEvent.fill(field(), 'Mine')
  await userEvent.click(save())
  const getPatchBodies = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return { server, newer, onDone, sent: getPatchBodies }
}

describe('EditCommentForm after a change in another window', () => {
  test('shows the conflict, keeps the typed text, and overwrites the newer text on "Save my version"', async () => {
    const { server, newer, onDone, sent } = await saveLate()
    const alert = page.getByRole('alert')
    await expect.element(alert).toMatchTextContent('This comment was changed somewhere else')
    await expect.element(alert).toMatchTextContent('It now says “Theirs”.')
    await expect.element(field()).toHaveValue('Mine')
    await expect.element(save()).toBeDisabled()
    await userEvent.click(field())
    await userEvent.keyboard('{Enter}')
    expect(sent()).toEqual([{ text: 'Mine', seen: null }])
    expect(await listAxeViolations()).toEqual([])
    server.on('PATCH /api/comments/*', { status: 200, body: { ...newer, text: 'Mine' } })
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.poll(() => onDone.mock.calls.length).toBe(1)
    expect(sent().at(-1)).toEqual({ text: 'Mine', seen: newer.editedAt })
  })

  test('loads the newer text when the user chooses it', async () => {
    const { newer, sent } = await saveLate()
    await userEvent.click(page.getByRole('button', { name: 'Use the other version' }))
    await expect.element(field()).toHaveValue('Theirs')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.fill(field(), 'Theirs and mine')
    await userEvent.click(save())
    await expect.poll(sent).toHaveLength(2)
    expect(sent().at(-1)).toEqual({ text: 'Theirs and mine', seen: newer.editedAt })
  })

  test('keeps the typed text, and shows that it is not saved, when the comment was deleted', async () => {
    await saveLate({ text: '', author: null, gone: 'by-author' })
    await expect.element(page.getByText('Not saved. It’s still here. Try again.')).toBeVisible()
    await expect.element(field()).toHaveValue('Mine')
  })
})
