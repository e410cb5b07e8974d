import { editProfile, removeProfileImage, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aProfile, aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { EditProfilePage } from './EditProfilePage.tsx'
import { profileQuery } from './profile-cache.ts'

const stored = '/media/stored/320.webp'
const portrait = '/media/portrait/320.webp'

/** Renders the page for a user with a stored picture and two pets. Only one pet has a portrait. */
function showPage() {
  const server = fakeNetwork()
  const viewer = { ...aViewer(), image: stored }
  const queries = createQueryClient({ retries: 0 })
  const pets = [aPet({ portrait }), aPet({ name: 'Bare', portrait: null })]
  queries.setQueryData(profileQuery(viewer.username).queryKey, aProfile(viewer, { bio: 'Keeper of a cat.', pets }))
  renderApp(<EditProfilePage />, { viewer, queries })
  return { server, viewer, queries }
}

const picture = () => page.getByRole('region', { name: 'Your picture' }).element().querySelector('img')
const getPictureSrc = () => picture()?.getAttribute('src') ?? null

async function aPhotoFile(): Promise<File> {
  const canvas = new OffscreenCanvas(300, 200)
  canvas.getContext('2d')?.fillRect(0, 0, 300, 200)
  return new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' })
}

describe('EditProfilePage', () => {
  test('shows the stored picture, then the chosen picture, and initials once the picture is removed', async () => {
    showPage()
    expect(getPictureSrc()).toBe(stored)
    await userEvent.click(page.getByRole('button', { name: 'Use Clover’s photo' }))
    expect(getPictureSrc()).toBe(portrait)
    await userEvent.upload(page.getByLabelText('Choose a photo').first(), await aPhotoFile())
    await expect.element(page.getByRole('dialog', { name: 'Crop the photo' })).toBeVisible()
    expect(getPictureSrc()).toMatch(/^blob:/)
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }).first())
    await userEvent.click(page.getByRole('button', { name: 'Remove the picture' }))
    expect(getPictureSrc()).toBe(null)
    await expect.element(page.getByText('AT', { exact: true })).toBeVisible()
  })

  test('previews only the cropped part of a picture', async () => {
    showPage()
    await userEvent.upload(page.getByLabelText('Choose a photo').first(), await aPhotoFile())
    await expect.poll(getPictureSrc).toMatch(/^blob:/)
    const uncroppedSrc = getPictureSrc()
    await userEvent.click(page.getByRole('button', { name: 'Done' }))
    await expect.poll(getPictureSrc).not.toBe(uncroppedSrc)
    expect(getPictureSrc()).toMatch(/^blob:/)
    await expect.poll(() => picture()?.naturalWidth).toBe(200)
  })

  test('offers the portraits of pets as a picture, but not pets without a portrait', async () => {
    showPage()
    await expect.element(page.getByRole('button', { name: 'Use Clover’s photo' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Use Bare’s photo' })).not.toBeInTheDocument()
  })

  test('retains the input when saving the picture fails, and sends only the picture on retry', async () => {
    const { server, viewer, queries } = showPage()
    server.on(`PATCH ${editProfile.path}`, { status: 200, body: { ...viewer, fullname: 'Amina A. Otieno' } })
    await userEvent.fill(page.getByLabelText('Full name'), 'Amina A. Otieno')
    await userEvent.fill(page.getByLabelText('Bio'), 'Keeper of two cats.')
    await userEvent.click(page.getByRole('button', { name: 'Use Clover’s photo' }))
    await userEvent.click(page.getByRole('button', { name: 'Save changes' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your changes are not saved yet')
    await expect.element(page.getByLabelText('Bio')).toHaveValue('Keeper of two cats.')
    expect(getPictureSrc()).toBe(portrait)
    server.on(`PUT ${setProfileImage.path}`, { status: 200, body: { ...viewer, image: portrait } })
    await userEvent.click(page.getByRole('button', { name: 'Save changes' }))
    await expect.element(page.getByText('Profile saved')).toBeVisible()
    expect(server.sent.filter((call) => call.startsWith('PATCH'))).toHaveLength(1)
    expect(queries.getQueryData(profileQuery(viewer.username).queryKey)?.bio).toBe('Keeper of two cats.')
  })

  test('shows the error beside a rejected field, and focuses the field on every attempt', async () => {
    const { server } = showPage()
    const errors = [{ field: 'fullname', code: 'required', message: 'Write your name.' }]
    server.on(`PATCH ${editProfile.path}`, {
      status: 400,
      body: { code: 'validation-failed', detail: 'Check the marked fields.', errors },
    })
    const name = page.getByLabelText('Full name')
    await userEvent.clear(name)
    await userEvent.fill(page.getByLabelText('Bio'), 'Still here.')
    for (const times of [1, 2]) {
      await userEvent.click(page.getByRole('button', { name: 'Save changes' }))
      await expect.poll(() => server.sent.length).toBe(times)
      await expect.element(name).toHaveFocus()
    }
    await expect.element(name).toHaveAccessibleDescription('Write your name.')
    await expect.element(name).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your changes are not saved yet')
    await expect.element(page.getByLabelText('Bio')).toHaveValue('Still here.')
  })

  test('sends a DELETE request when the user saves after removing the picture', async () => {
    const { server, viewer } = showPage()
    server.on(`DELETE ${removeProfileImage.path}`, { status: 200, body: { ...viewer, image: null } })
    await userEvent.click(page.getByRole('button', { name: 'Remove the picture' }))
    await userEvent.click(page.getByRole('button', { name: 'Save changes' }))
    await expect.element(page.getByText('Profile saved')).toBeVisible()
    expect(server.sent).toEqual([`DELETE ${removeProfileImage.path}`])
  })

  test('has no accessibility violations in light and dark themes', async () => {
    showPage()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })
})
