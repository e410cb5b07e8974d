import { editProfile, type Profile, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aProfile, aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { EditProfilePage } from './EditProfilePage.tsx'
import { profileQuery } from './profile-cache.ts'

const [before, after, later] = ['20', '21', '22'].map((day) => `2026-11-${day}T09:00:00.000Z`)

const nameField = () => page.getByLabelText('Full name')
const bio = () => page.getByLabelText('Bio')
const save = () => page.getByRole('button', { name: 'Save changes' })
const saved = () => page.getByText('Profile saved')

/** Renders the page and saves the form. The server refuses the save, because another window has saved `theirs`. */
async function saveLate(theirs: Partial<Profile>) {
  const server = fakeNetwork()
  const viewer = aViewer()
  const queries = createQueryClient({ retries: 0 })
  const portrait = '/media/portrait/320.webp'
  const start = aProfile(viewer, { bio: 'Before.', editedAt: before, pets: [aPet({ portrait })] })
  const newer = { ...start, editedAt: after, ...theirs }
  const { queryKey } = profileQuery(viewer.username)
  queries.setQueryData(queryKey, start)
  const patch = `PATCH ${editProfile.path}`
  server.on(patch, errorReply('conflict', 409))
  server.on('GET /api/users/by-username/*', { status: 200, body: newer })
  renderApp(<EditProfilePage />, { viewer, queries })
  await userEvent.fill(bio(), 'Mine.')
  // Updates the cached profile while the form is open, as a return to the browser tab would.
  queries.setQueryData(queryKey, newer)
  await userEvent.click(save())
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your profile was changed somewhere else')
  const accept = () =>
    server.on(patch, ({ body }) => ({ status: 200, body: { ...viewer, ...(body as object), editedAt: later } }))
  const getPatchBodies = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return { server, viewer, accept, sent: getPatchBodies, cached: () => queries.getQueryData(queryKey) }
}

describe('EditProfilePage after a change in another window', () => {
  test('shows the conflict, and on "Save my version" keeps the name that only the other window changed', async () => {
    const { viewer, accept, sent, cached } = await saveLate({ fullname: 'Theirs', bio: 'Other.' })
    expect(sent()).toEqual([{ fullname: viewer.fullname, bio: 'Mine.', seen: before }])
    await expect.element(page.getByRole('alert')).toMatchTextContent('Changed there: your full name and your bio.')
    await expect.element(bio()).toHaveValue('Mine.')
    await expect.element(save()).toBeDisabled()
    expect(await listAxeViolations()).toEqual([])
    accept()
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.element(saved()).toBeVisible()
    expect(sent().at(-1)).toEqual({ fullname: 'Theirs', bio: 'Mine.', seen: after })
    expect(cached()).toMatchObject({ fullname: 'Theirs', bio: 'Mine.', editedAt: later })
  })

  test('loads the newer version when the user chooses it', async () => {
    await saveLate({ fullname: 'Theirs', bio: 'Other.' })
    await userEvent.click(page.getByRole('button', { name: 'Use the other version' }))
    await expect.element(nameField()).toHaveValue('Theirs')
    await expect.element(bio()).toHaveValue('Other.')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(save()).toBeEnabled()
  })

  test('sends the time of the last save as the base version of the next save', async () => {
    const { server, accept, sent } = await saveLate({ bio: 'Other.' })
    accept()
    server.on(`PUT ${setProfileImage.path}`, errorReply('internal', 500))
    await userEvent.click(page.getByRole('button', { name: 'Use Clover’s photo' }))
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your changes are not saved yet')
    await userEvent.fill(bio(), 'Mine again.')
    await userEvent.click(save())
    await expect.poll(sent).toHaveLength(3)
    expect(sent().at(-1)).toMatchObject({ bio: 'Mine again.', seen: later })
  })
})
