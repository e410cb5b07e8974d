import { createPet } from '@pawtrait/contract/pets/pets.ts'
import { useLocation } from 'react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link } from '#ui/Link.tsx'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { aPet } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PetEditor } from './PetEditor.tsx'

function Place() {
  return <p>At {useLocation().pathname}</p>
}

/** Renders the form of `pet`, or the form of a new pet if null. Also shows the path and a link to another page. */
function showEditor(pet: Parameters<typeof PetEditor>[0]['pet'] = null) {
  const server = fakeNetwork()
  renderApp(
    <main>
      <h1>Pet</h1>
      <PetEditor pet={pet} nextPath={(saved) => (saved ? `/pets/${saved.slug}` : '/back')} />
      <Link to="/elsewhere">Elsewhere</Link>
      <Place />
    </main>,
  )
  return server
}

const nameField = () => page.getByLabelText('Name')
const at = (path: string) => page.getByText(`At ${path}`, { exact: true })
const question = () => page.getByRole('alertdialog', { name: 'Save before you go?' })

async function typeAndLeave(name = 'Clover') {
  await userEvent.fill(nameField(), name)
  await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
  await expect.element(question()).toBeVisible()
}

describe('PetEditor of a new pet', () => {
  test('creates the pet and opens its page', async () => {
    const server = showEditor()
    server.on(`POST ${createPet.path}`, { status: 201, body: aPet() })
    await expect.element(page.getByRole('button', { name: 'Create page' })).toBeVisible()
    await userEvent.fill(nameField(), 'Clover')
    await userEvent.click(page.getByText('Rabbit'))
    await userEvent.click(page.getByTitle('Plum'))
    await userEvent.click(page.getByRole('button', { name: 'Create Clover’s page' }))
    await expect.element(at('/pets/clover-k2m9')).toBeVisible()
    expect(server.requests[0]?.body).toMatchObject({ name: 'Clover', species: 'rabbit', backdrop: 'plum' })
  })

  test('sends the same idempotency key when the button is pressed again after a failure', async () => {
    const server = showEditor()
    const keys = () => server.requests.map(({ headers }) => headers.get('idempotency-key'))
    await userEvent.fill(nameField(), 'Clover')
    const create = page.getByRole('button', { name: 'Create Clover’s page' })
    await userEvent.click(create)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The page is not created yet')
    server.on(`POST ${createPet.path}`, { status: 201, body: aPet() })
    await userEvent.click(create)
    await expect.element(at('/pets/clover-k2m9')).toBeVisible()
    const [first, second] = server.sent.flatMap((requestBody, index) =>
      requestBody.startsWith('POST') ? keys()[index] : [],
    )
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  test('retains the input when saving fails, and shows each error beside its field', async () => {
    const server = showEditor()
    const errors = [
      { field: 'bio', code: 'too-long', message: 'At most 300 characters.' },
      { field: 'birthday', code: 'future', message: 'This day is still to come.' },
    ]
    server.on(`POST ${createPet.path}`, {
      status: 400,
      body: { code: 'validation-failed', detail: 'Check the marked fields.', errors },
    })
    await userEvent.fill(nameField(), 'Clover')
    await userEvent.fill(page.getByLabelText('Bio'), 'Eats the post.')
    await userEvent.click(page.getByRole('button', { name: 'Create Clover’s page' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The page is not created yet')
    await expect.element(nameField()).toHaveValue('Clover')
    await expect.element(page.getByLabelText('Bio')).toHaveValue('Eats the post.')
    await expect.element(page.getByLabelText('Birthday')).toHaveAccessibleDescription('This day is still to come.')
    await expect.element(page.getByLabelText('Bio')).toHaveAccessibleDescription('At most 300 characters.')
    await expect.element(page.getByLabelText('Birthday')).toHaveFocus()
    await expect.element(page.getByLabelText('Birthday')).toBeInViewport({ ratio: 1 })
    expect(document.body.textContent).not.toContain('At /pets')
    await userEvent.fill(page.getByLabelText('Birthday'), '2024-05-03')
    await expect.element(page.getByLabelText('Birthday')).not.toHaveAttribute('aria-invalid')
    await expect.element(page.getByLabelText('Bio')).toHaveAttribute('aria-invalid', 'true')
  })

  test('has no accessibility violations in light and dark themes', async () => {
    showEditor()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })
})

describe('PetEditor with unsaved changes', () => {
  test('asks for confirmation on navigation, and stays on the page on "Keep editing"', async () => {
    showEditor()
    await typeAndLeave()
    await expect.element(question()).toMatchTextContent('You changed the name. It is not saved yet.')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Keep editing' }))
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(nameField()).toHaveValue('Clover')
    await expect.element(at('/elsewhere')).not.toBeInTheDocument()
  })

  test('leaves without saving when the user discards the changes', async () => {
    const server = showEditor()
    await typeAndLeave()
    await userEvent.click(page.getByRole('button', { name: 'Leave without saving' }))
    await expect.element(at('/elsewhere')).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('saves and leaves when "Save and leave" is pressed, but stays on the page when saving fails', async () => {
    const server = showEditor(aPet())
    await userEvent.fill(nameField(), 'Clover the Second')
    await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
    await userEvent.click(page.getByRole('button', { name: 'Save and leave' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your changes are not saved yet')
    await expect.element(nameField()).toHaveValue('Clover the Second')
    server.on('PATCH /api/pets/*', { status: 200, body: aPet({ name: 'Clover the Second' }) })
    await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
    await userEvent.click(page.getByRole('button', { name: 'Save and leave' }))
    await expect.element(at('/elsewhere')).toBeVisible()
    expect(server.requests.at(-1)?.body).toMatchObject({ name: 'Clover the Second' })
  })

  test('closes the dialog and focuses the first invalid field when saving from the dialog fails', async () => {
    const server = showEditor(aPet())
    const errors = [{ field: 'name', code: 'taken', message: 'Somebody else is called that.' }]
    const body = { code: 'validation-failed', detail: 'Check the marked fields.', errors }
    server.on('PATCH /api/pets/*', { status: 400, body })
    await typeAndLeave('Klee')
    await userEvent.click(page.getByRole('button', { name: 'Save and leave' }))
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(nameField()).toHaveFocus()
    await expect.element(nameField()).toHaveAccessibleDescription('Somebody else is called that.')
  })

  test('does not ask for confirmation when the user has undone the changes', async () => {
    showEditor(aPet())
    await userEvent.fill(nameField(), 'Klee')
    await userEvent.fill(nameField(), 'Clover')
    await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
    await expect.element(at('/elsewhere')).toBeVisible()
  })

  test('makes the browser ask before the tab closes, but only after a change', async () => {
    showEditor()
    const tryToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(tryToClose()).toBe(false)
    await userEvent.fill(nameField(), 'Clover')
    expect(tryToClose()).toBe(true)
  })
})

describe('PetEditor after a change by somebody else', () => {
  const start = aPet({ bio: 'Eats hay.', editedAt: '2026-11-20T09:00:00.000Z' })
  const newer = { ...start, breed: 'Rex', bio: 'Eats all day.', editedAt: '2026-11-21T09:00:00.000Z' }
  const bioField = () => page.getByLabelText('Bio')
  const save = () => page.getByRole('button', { name: 'Save changes' })

  async function saveLate() {
    const server = showEditor(start)
    server.on('PATCH /api/pets/*', errorReply('conflict', 409))
    server.on('GET /api/pets/by-slug/*', { status: 200, body: newer })
    await userEvent.fill(bioField(), 'Eats the post.')
    await userEvent.click(save())
    await expect.element(page.getByRole('alert')).toMatchTextContent('This page was changed somewhere else')
    return server
  }

  test('shows the conflict, and on "Save my version" keeps the fields that only the other person changed', async () => {
    const server = await saveLate()
    expect(server.requests[0]?.body).toMatchObject({ bio: 'Eats the post.', seen: start.editedAt })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Changed there: the breed and the bio.')
    await expect.element(bioField()).toHaveValue('Eats the post.')
    await expect.element(save()).toBeDisabled()
    expect(await listAxeViolations()).toEqual([])
    server.on('PATCH /api/pets/*', ({ body }) => ({ status: 200, body: { ...newer, ...(body as object) } }))
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.element(at(`/pets/${start.slug}`)).toBeVisible()
    const sent = server.requests.filter(({ method }) => method === 'PATCH').at(-1)?.body
    expect(sent).toMatchObject({ breed: 'Rex', bio: 'Eats the post.', seen: newer.editedAt })
  })

  test('loads the newer version when the user chooses it', async () => {
    await saveLate()
    await userEvent.click(page.getByRole('button', { name: 'Use the other version' }))
    await expect.element(bioField()).toHaveValue('Eats all day.')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(save()).toBeEnabled()
  })

  test('shows an error and keeps the input when the newer version cannot be loaded', async () => {
    const server = showEditor(start)
    server.on('PATCH /api/pets/*', errorReply('conflict', 409))
    server.on('GET /api/pets/by-slug/*', errorReply('unavailable', 503))
    await userEvent.fill(bioField(), 'Eats the post.')
    await userEvent.click(save())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your changes are not saved yet')
    await expect.element(bioField()).toHaveValue('Eats the post.')
  })
})
