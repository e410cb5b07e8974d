import { useLocation, useNavigate } from 'react-router'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { fakeUploads } from '../../../testing/fake-uploads.ts'
import { aPhoto, aViewer } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aStory } from '../../../testing/story-fixtures.ts'
import { NewStoryPage } from './NewStoryPage.tsx'
import { deleteStoryDraft, readStoryDraft, saveStoryDraft } from './story-draft.ts'

let net: FakeNetwork
let uploads: ((photo: string) => void)[]
const viewer = aViewer()
const drawn = { ...aPhoto({ src: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }) }
const arrive = () => uploads.shift()?.(drawn.id)
const storedDraft = () => readStoryDraft(viewer.id)

/** Renders an app with the story maker. Every other page of the app shows only its path and two buttons. */
function Pages() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (pathname === '/stories/new') return <NewStoryPage />
  return (
    <>
      <p>At {pathname}</p>
      <button type="button" onClick={() => void navigate('/second')}>
        On
      </button>
      <button type="button" onClick={() => void navigate('/stories/new')}>
        New story
      </button>
    </>
  )
}

const maker = page.getByRole('dialog', { name: 'New story' })
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))

beforeEach(() => {
  net = fakeNetwork()
  uploads = fakeUploads()
  net.on('GET /api/photos/*', { status: 200, body: { ...drawn, crop: null, rotate: 0 } })
  onTestFinished(deleteStoryDraft)
  // Sets the history state as React Router does if there is a previous page of the app.
  const before: unknown = window.history.state
  window.history.replaceState({ idx: 2 }, '')
  onTestFinished(() => window.history.replaceState(before, ''))
})

async function open() {
  renderApp(<Pages />, { at: '/first', viewer })
  await press('On')
  await expect.element(page.getByText('At /second')).toBeVisible()
  await press('New story')
  await expect.element(maker).toBeVisible()
}

/** Returns the current path once all navigation has finished. */
async function settledPath() {
  const place = page.getByText('At /', { exact: false })
  await expect.element(place).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  return place.element().textContent
}

const caption = page.getByRole('textbox', { name: 'Caption' })

test('NewStoryPage goes back only once when its close button is pressed twice', async () => {
  await open()
  const cross = maker.getByRole('button', { name: 'Close' }).element() as HTMLElement
  cross.click()
  cross.click()
  expect(await settledPath()).toBe('At /second')
})

test('NewStoryPage shows "Draft saved" when the user leaves with a draft, but not without a draft', async () => {
  await open()
  await press('Close')
  await expect.element(page.getByText('At /second')).toBeVisible()
  expect(page.getByText('Draft saved').elements()).toEqual([])
  await press('New story')
  await userEvent.fill(caption, 'Half a story')
  await press('Close')
  await expect.element(page.getByText('Draft saved')).toBeVisible()
})

test('NewStoryPage goes back only once when the browser dispatches both `cancel` and `close`', async () => {
  await open()
  // Browsers dispatch `cancel` and `close` before they complete the navigation.
  for (const event of ['cancel', 'close']) maker.element().dispatchEvent(new Event(event, { cancelable: false }))
  expect(await settledPath()).toBe('At /second')
})

const sending = page.getByText('Uploading the photo…')

async function choosePhoto() {
  const file = new File([Uint8Array.of(1)], 'kiko.heic', { type: 'image/heic' })
  await userEvent.upload(maker.getByLabelText('Choose a photo'), file)
  await expect.element(sending).toBeVisible()
  await expect.poll(() => uploads).toHaveLength(1)
}

async function leaveAndComeBack() {
  await press('Close')
  await expect.element(page.getByText('At /second')).toBeVisible()
  await press('New story')
  await expect.element(maker).toBeVisible()
}

describe('NewStoryPage after the user left during the photo upload', () => {
  test('shows the upload progress when the user returns, and does not overwrite newer text', async () => {
    await open()
    await userEvent.fill(caption, 'Before')
    await choosePhoto()
    await leaveAndComeBack()
    await expect.element(sending).toBeVisible()
    await userEvent.fill(caption, 'After')
    arrive()
    await expect.element(sending).not.toBeInTheDocument()
    expect(storedDraft()).toMatchObject({ caption: 'After', photo: drawn.id })
    await expect.element(caption).toHaveValue('After')
  })

  test('adds the photo to the draft when the upload ends while the page is closed', async () => {
    await open()
    await userEvent.fill(caption, 'Before')
    await choosePhoto()
    await press('Close')
    await expect.element(page.getByText('At /second')).toBeVisible()
    arrive()
    await expect.poll(storedDraft).toMatchObject({ caption: 'Before', photo: drawn.id })
  })

  test('publishes the submitted story when the upload ends, and deletes the draft', async () => {
    await open()
    await userEvent.fill(caption, 'Before')
    await choosePhoto()
    net.on('POST /api/stories', { status: 201, body: aStory() })
    await press('Post story')
    await press('Close')
    await expect.element(page.getByText('At /second')).toBeVisible()
    arrive()
    await expect.element(page.getByText('Story posted.', { exact: false })).toBeVisible()
    expect(net.requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      caption: 'Before',
      photo: drawn.id,
    })
    expect(sessionStorage.getItem('story-draft')).toBeNull()
    await expect.element(page.getByText('At /second')).toBeVisible()
  })
})

/** Submits a draft. Returns the pending response. */
async function postAndWait() {
  saveStoryDraft(viewer.id, { ...storedDraft(), photo: drawn.id, caption: 'First' })
  const answer = deferredReply()
  net.on('POST /api/stories', answer.answer)
  await open()
  await press('Post story')
  return answer
}

test('NewStoryPage does not navigate when posting ends after the user left, and keeps a newer draft', async () => {
  const answer = await postAndWait()
  await leaveAndComeBack()
  await userEvent.fill(caption, 'Second')
  await press('Close')
  await expect.element(page.getByText('At /second')).toBeVisible()
  answer.give({ status: 201, body: aStory() })
  await expect.element(page.getByText('Story posted.', { exact: false })).toBeVisible()
  expect(await settledPath()).toBe('At /second')
  expect(storedDraft()).toMatchObject({ caption: 'Second', photo: drawn.id })
})

test('NewStoryPage shows a toast when posting fails after the user left, and keeps the draft', async () => {
  const answer = await postAndWait()
  await press('Close')
  await expect.element(page.getByText('At /second')).toBeVisible()
  answer.give(errorReply('unavailable', 503))
  await expect.element(page.getByText('Story not posted. Your draft is saved.')).toBeVisible()
  await press('Open draft')
  await expect.element(caption).toHaveValue('First')
  await press('Post story')
  await expect.element(page.getByText('The story was not posted')).toBeVisible()
  expect(page.getByText('Story not posted.', { exact: false }).elements()).toEqual([])
})

test('NewStoryPage shows the error when posting fails after the user left and returned', async () => {
  const answer = await postAndWait()
  await leaveAndComeBack()
  answer.give(errorReply('unavailable', 503))
  const message = maker.getByText('Story not posted. Your draft is saved.')
  await expect.element(message).toBeVisible()
  const { left, top, width, height } = message.element().getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(message.element())
  await expect.element(caption).toHaveValue('First')
  expect(page.getByRole('button', { name: 'Open draft' }).elements()).toEqual([])
})
