import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DraftForm } from '#features/posts/editor/DraftEditor.tsx'
import { changeDraft, clearDraft, readDraft } from '#features/posts/editor/new-post-draft.ts'
import { useDraft } from '#features/posts/editor/use-draft.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { anEditorPhoto, aPet } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(clearDraft)

const dialog = page.getByRole('dialog', { name: 'Who’s this?' })
const name = dialog.getByRole('textbox', { name: 'Name' })

function open() {
  const onSubmit = vi.fn()
  changeDraft(() => ({ photos: [anEditorPhoto()], caption: 'Mud' }))
  const Form = () => <DraftForm draft={useDraft()} pets={[]} onSubmit={onSubmit} />
  renderApp(<Form />)
  return onSubmit
}

describe('QuickAddPetDialog', () => {
  test('adds a pet on Enter and tags it in the draft, without submitting the post', async () => {
    const net = fakeNetwork()
    const pet = aPet({ name: 'Mango', species: 'cat' })
    net.on('POST /api/pets', { status: 201, body: pet })
    const onSubmit = open()
    await userEvent.click(page.getByRole('button', { name: 'Who’s this?' }))
    await expect.element(name).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(net.sent).not.toContain('POST /api/pets')
    await userEvent.fill(name, 'Mango')
    await userEvent.click(dialog.getByRole('radio', { name: 'Cat' }))
    await userEvent.click(name)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(net.requests.find(({ path }) => path === '/api/pets')?.body).toMatchObject({ name: 'Mango', species: 'cat' })
    expect(readDraft()).toMatchObject({ pets: [pet.id], caption: 'Mud' })
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('keeps the typed text and shows the reason when the server refuses the pet', async () => {
    const net = fakeNetwork()
    net.on('POST /api/pets', errorReply('unavailable', 503))
    open()
    await userEvent.click(page.getByRole('button', { name: 'Who’s this?' }))
    await userEvent.fill(name, 'Mango')
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expect.element(name).toHaveValue('Mango')
    expect(readDraft().pets).toEqual([])
  })
})
