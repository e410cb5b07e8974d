import { editProfile, getProfile, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { deferredReply, errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aProfile, aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { EditProfilePage } from './EditProfilePage.tsx'
import { profileQuery } from './profile-cache.ts'

function Place() {
  return <p>At {useLocation().pathname}</p>
}

const portrait = '/media/portrait/320.webp'

afterEach(() => void vi.restoreAllMocks())

/** Renders the page for a user with a pet that has a portrait. The mocked server accepts changes of the text. */
function showPage() {
  const server = fakeNetwork()
  const viewer = aViewer()
  const queries = createQueryClient({ retries: 0 })
  const { queryKey } = profileQuery(viewer.username)
  queries.setQueryData(queryKey, aProfile(viewer, { bio: 'Before.', pets: [aPet({ portrait })] }))
  server.on(`PATCH ${editProfile.path}`, { status: 200, body: viewer })
  renderApp(
    <>
      <EditProfilePage />
      <Place />
    </>,
    { viewer, queries },
  )
  return { server, viewer, bioKept: () => queries.getQueryData(queryKey)?.bio, refetch: () => queries.refetchQueries() }
}

const bio = () => page.getByLabelText('Bio')
const save = () => page.getByRole('button', { name: 'Save changes' })
const cropper = () => page.getByRole('dialog', { name: 'Crop the photo' })
const saved = () => page.getByText('Profile saved')

/** Mocks `XMLHttpRequest` so that every upload fails with 422. Returns the requested URLs. */
function refuseUploads(): string[] {
  const sent: string[] = []
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation((_method, address) => void sent.push(String(address)))
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => {})
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    const { body } = errorReply('unreadable-photo', 422)
    Object.defineProperties(this, { status: { value: 422 }, responseText: { value: JSON.stringify(body) } })
    this.onload?.(new ProgressEvent('load'))
  })
  return sent
}

/** Chooses a photo. Its decoding is pending until the test settles the returned promise. */
async function choosesSlowPhoto() {
  const decoding = Promise.withResolvers<void>()
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() => decoding.promise)
  const canvas = new OffscreenCanvas(300, 200)
  canvas.getContext('2d')?.fillRect(0, 0, 300, 200)
  const file = new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Choose a photo').first(), file)
  await expect.element(page.getByRole('button', { name: 'Reading…' })).toBeVisible()
  return decoding
}

describe('EditProfilePage', () => {
  test('retains and saves every character typed into the bio while a photo is being decoded', async () => {
    const { server } = showPage()
    const decoding = await choosesSlowPhoto()
    await userEvent.clear(bio())
    await userEvent.type(bio(), 'Keeper of ')
    decoding.resolve()
    await expect.element(page.getByText('Photo added. We show the centre.')).toBeVisible()
    await expect.element(cropper()).not.toBeInTheDocument()
    await userEvent.keyboard('two cats.')
    await expect.element(bio()).toHaveValue('Keeper of two cats.')
    await userEvent.click(page.getByRole('button', { name: 'Crop the photo' }))
    await expect.element(cropper()).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Done' }))
    await userEvent.click(save())
    await expect.poll(() => server.requests[0]?.body).toMatchObject({ bio: 'Keeper of two cats.' })
  })

  test('opens the crop dialog once the photo is decoded if the user typed nothing during decoding', async () => {
    showPage()
    const decoding = await choosesSlowPhoto()
    decoding.resolve()
    await expect.element(cropper()).toBeVisible()
  })

  test('waits after Save until the photo is decoded, then sends the latest text and the photo', async () => {
    const { server } = showPage()
    const uploads = refuseUploads()
    const decoding = await choosesSlowPhoto()
    await userEvent.fill(bio(), 'Pressed early.')
    await userEvent.click(save())
    await expect.element(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
    await userEvent.fill(bio(), 'Pressed early, written on.')
    expect(server.sent).toEqual([])
    decoding.resolve()
    await expect.poll(() => server.requests[0]?.body).toMatchObject({ bio: 'Pressed early, written on.' })
    await expect.element(cropper()).not.toBeInTheDocument()
    // Polls, because the upload starts only after the text is saved.
    await expect.poll(() => uploads[0]).toContain('/api/uploads')
  })

  test('shows an error on Save when the photo is unreadable, and retains the text for the next Save', async () => {
    const { server } = showPage()
    refuseUploads()
    const decoding = await choosesSlowPhoto()
    await userEvent.fill(bio(), 'Still here.')
    await userEvent.click(save())
    decoding.reject(new Error('not an image'))
    await expect.element(page.getByText('The photo could not be read. The file may be damaged.')).toBeVisible()
    await expect.element(page.getByText('Your changes are not saved yet')).toBeVisible()
    await expect.element(bio()).toHaveValue('Still here.')
    await userEvent.click(save())
    await expect.element(saved()).toBeVisible()
    expect(server.requests.at(-1)?.body).toMatchObject({ bio: 'Still here.' })
  })

  test("uses a pet's portrait that is chosen while an earlier photo is still being decoded", async () => {
    const { server, viewer } = showPage()
    const decoding = await choosesSlowPhoto()
    await userEvent.click(page.getByRole('button', { name: 'Use Clover’s photo' }))
    decoding.resolve()
    await expect.element(page.getByRole('button', { name: 'Reading…' })).not.toBeInTheDocument()
    const pressed = page.getByRole('button', { name: 'Use Clover’s photo' })
    await expect.element(pressed).toHaveAttribute('aria-pressed', 'true')
    server.on(`PUT ${setProfileImage.path}`, { status: 200, body: { ...viewer, image: portrait } })
    await userEvent.click(save())
    await expect.element(saved()).toBeVisible()
    expect(server.sent).toEqual([`PUT ${setProfileImage.path}`])
  })

  test('stays on the page when text is typed during a save, and sends that text with the next save', async () => {
    const { server, viewer } = showPage()
    const answer = deferredReply()
    server.on(`PATCH ${editProfile.path}`, answer.answer)
    await userEvent.fill(bio(), 'First words.')
    await userEvent.click(save())
    await expect.element(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
    await userEvent.fill(bio(), 'First words. Second thoughts.')
    answer.give({ status: 200, body: viewer })
    await expect.element(saved()).toBeVisible()
    await expect.element(page.getByText('At /', { exact: true })).toBeVisible()
    await expect.element(bio()).toHaveValue('First words. Second thoughts.')
    server.on(`PATCH ${editProfile.path}`, { status: 200, body: viewer })
    await userEvent.click(save())
    await expect.poll(() => server.requests.at(-1)?.body).toMatchObject({ bio: 'First words. Second thoughts.' })
    await expect.element(page.getByText('At /dashboard/profile', { exact: true })).toBeVisible()
  })

  test('ignores an older profile response that arrives after the save', async () => {
    const { server, viewer, bioKept, refetch } = showPage()
    const old = deferredReply()
    server.on(`GET ${getProfile.path.replace(':username', '*')}`, old.answer)
    void refetch()
    await expect.poll(() => server.sent.some((sent) => sent.startsWith('GET'))).toBe(true)
    await userEvent.fill(bio(), 'After.')
    await userEvent.click(save())
    await expect.element(saved()).toBeVisible()
    old.give({ status: 200, body: aProfile(viewer, { bio: 'Before.' }) })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(bioKept()).toBe('After.')
  })
})
