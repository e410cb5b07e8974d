import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { useLocation } from 'react-router'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addToOutbox, type OutboxItem, readOutbox } from '#lib/outbox/outbox-database.ts'
import { provideOutbox } from '#lib/outbox/queue-call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { Link } from '#ui/Link.tsx'
import { listAxeViolations } from '../../../testing/axe.ts'
import { emptyOutbox } from '../../../testing/empty-outbox.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { anId, aPhoto, aPost, aViewer } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { EditPostForm } from './EditPostPage.tsx'
import type { EditablePost } from './post-edit-draft.ts'
import type { RefusedPostEdit } from './refused-edit.ts'

const toOwnPhoto = ({ alt: _, ...photo }: ReturnType<typeof aPhoto>): OwnPhoto => ({ ...photo, ...noPhotoEdit })

const anEditablePost = (more: Partial<EditablePost['post']> = {}): EditablePost => {
  const post = aPost({ caption: 'As it was', photos: [aPhoto({ alt: 'One' }), aPhoto({ alt: 'Two' })], ...more })
  return { post, photos: post.photos.map(toOwnPhoto) }
}

function Place() {
  return <p>At {useLocation().pathname}</p>
}

/** Stores an edit that the server has refused because of a newer version. */
async function aRefusedEdit(id: string, change: object): Promise<OutboxItem> {
  await addToOutbox({
    ...{ user: aViewer().id, kind: 'edit', thing: `post:${id}`, isState: true, words: '', photo: null },
    request: { method: 'PATCH', path: `/api/posts/${id}`, body: JSON.stringify(change), idempotencyKey: null },
    refused: { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' } as ProblemBody,
  })
  onTestFinished(emptyOutbox)
  return (await readOutbox())[0] as OutboxItem
}

function show(start: EditablePost, refused: RefusedPostEdit | null = null) {
  const server = fakeNetwork()
  renderApp(
    <main>
      <h1>Edit post</h1>
      <EditPostForm start={start} refused={refused} />
      <Link to="/elsewhere">Elsewhere</Link>
      <Place />
    </main>,
  )
  return server
}

const caption = () => page.getByLabelText('Caption')
const save = () => page.getByRole('button', { name: 'Save changes' })
const getPatchRequests = (server: ReturnType<typeof fakeNetwork>) =>
  server.requests.filter(({ method }) => method === 'PATCH')

describe('EditPostForm', () => {
  test('sends only the changed fields and the loaded version of the post', async () => {
    const start = anEditablePost()
    const server = show(start)
    const saved = { ...start.post, caption: 'As it is', editedAt: '2026-11-21T10:00:00.000Z' }
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: saved })
    await userEvent.fill(caption(), 'As it is')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(save())
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    await expect.element(page.getByText(`At /posts/${start.post.id}`)).toBeVisible()
    expect(getPatchRequests(server).map(({ body }) => body)).toEqual([{ seen: null, caption: 'As it is' }])
  })

  test('opens the feed after an edit that waits for the network', async () => {
    setPageViewer(anId<UserId>())
    onTestFinished(() => setPageViewer(null))
    provideOutbox({ addItem: async () => {}, isWaiting: () => false })
    show(anEditablePost())
    await userEvent.fill(caption(), 'From the bus')
    await userEvent.click(save())
    await expect.element(page.getByText('Waiting to send')).toBeVisible()
    await expect.element(page.getByText('At /dashboard')).toBeVisible()
  })

  test('saves a new photo order and a changed photo description', async () => {
    const start = anEditablePost()
    const server = show(start)
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: start.post })
    const [first, second] = start.post.photos.map(({ id }) => id)
    await userEvent.click(page.getByRole('button', { name: 'Move photo later' }))
    await userEvent.fill(page.getByLabelText('Describe photo 2'), 'Moved')
    await userEvent.click(save())
    await expect
      .poll(() => getPatchRequests(server).at(-1)?.body)
      .toEqual({
        seen: null,
        photos: [
          { id: second, alt: 'Two' },
          { id: first, alt: 'Moved' },
        ],
      })
    await expect.element(page.getByText(`At /posts/${start.post.id}`)).toBeVisible()
  })

  test('disables the save button when no photo remains', async () => {
    const server = show(anEditablePost({ photos: [aPhoto()] }))
    await userEvent.click(page.getByRole('button', { name: 'Remove photo' }))
    await expect.element(save()).toBeDisabled()
    await expect.element(page.getByText('A post needs a photo.', { exact: false })).toBeVisible()
    expect(server.sent).toEqual([])
  })

  test('lists unsaved changes in a dialog before the author leaves, and saves them on request', async () => {
    const start = anEditablePost()
    const server = show(start)
    await userEvent.fill(caption(), 'Half')
    await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
    const question = page.getByRole('alertdialog', { name: 'Save before you go?' })
    await expect.element(question).toMatchTextContent('the caption')
    await userEvent.click(page.getByRole('button', { name: 'Keep editing' }))
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(caption()).toHaveValue('Half')
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: { ...start.post, caption: 'Half' } })
    await userEvent.click(page.getByRole('link', { name: 'Elsewhere' }))
    await userEvent.click(page.getByRole('button', { name: 'Save and leave' }))
    await expect.element(page.getByText('At /elsewhere')).toBeVisible()
    expect(getPatchRequests(server)).toHaveLength(1)
  })

  async function saveLate(start: EditablePost, theirs: Partial<EditablePost['post']>) {
    const server = show(start)
    const newer = { ...start.post, editedAt: '2026-11-21T09:00:00.000Z', ...theirs }
    server.on(`PATCH /api/posts/${start.post.id}`, errorReply('conflict', 409))
    server.on(`GET /api/posts/${start.post.id}`, { status: 200, body: newer })
    server.on('GET /api/photos/*', ({ path }) => {
      const found = newer.photos.find(({ id }) => path.endsWith(id))
      return found ? { status: 200, body: toOwnPhoto(found) } : errorReply('not-found', 404)
    })
    await userEvent.fill(caption(), 'Mine')
    await userEvent.click(save())
    await expect.element(page.getByRole('alert')).toMatchTextContent('This post was changed in another window')
    return { server, newer }
  }

  test('shows an edit conflict, and on "Save my version" overwrites the newer text but not newer photos', async () => {
    const start = anEditablePost()
    const added = aPhoto({ alt: 'Came meanwhile' })
    const [, two] = start.post.photos
    const photos = two ? [two, added] : []
    const { server, newer } = await saveLate(start, { caption: 'Theirs', photos })
    await expect.element(page.getByRole('alert')).toMatchTextContent('It now says “Theirs”.')
    await expect.element(caption()).toHaveValue('Mine')
    await expect.element(save()).toBeDisabled()
    expect(await listAxeViolations()).toEqual([])
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: newer })
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(getPatchRequests(server).at(-1)?.body).toEqual({ seen: newer.editedAt, caption: 'Mine' })
  })

  test('sends no photos when the photos of the post were not loaded, also after a conflict', async () => {
    const start = { ...anEditablePost(), photos: null }
    const { server, newer } = await saveLate(start, { caption: 'Theirs' })
    await expect.element(page.getByText('You can change the photos when you are online.')).toBeVisible()
    expect(getPatchRequests(server).at(-1)?.body).toEqual({ seen: start.post.editedAt, caption: 'Mine' })
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: newer })
    await userEvent.click(page.getByRole('button', { name: 'Save my version' }))
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(getPatchRequests(server).at(-1)?.body).toEqual({ seen: newer.editedAt, caption: 'Mine' })
  })

  test('keeps the photo changes when the photos of the newer version cannot be loaded in a conflict', async () => {
    const start = anEditablePost()
    const server = show(start)
    const newer = { ...start.post, editedAt: '2026-11-21T09:00:00.000Z', caption: 'Theirs' }
    server.on(`PATCH /api/posts/${start.post.id}`, errorReply('conflict', 409))
    server.on(`GET /api/posts/${start.post.id}`, { status: 200, body: newer })
    server.on('GET /api/photos/*', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('button', { name: 'Move photo later' }))
    await userEvent.click(save())
    await expect.element(page.getByText('Your changes are not saved. They are still here: save again.')).toBeVisible()
    await expect.element(page.getByText('This post was changed in another window')).not.toBeInTheDocument()
    await expect.element(save()).toBeEnabled()
  })

  test('starts with the texts of a refused edit, and removes that edit from the outbox on a save', async () => {
    const start = anEditablePost()
    const [photo] = start.post.photos
    const change = { seen: null, caption: 'From the bus', photos: photo ? [{ id: photo.id, alt: 'One, asleep' }] : [] }
    const item = await aRefusedEdit(start.post.id, change)
    const server = show(start, { item, change })
    await expect.element(caption()).toHaveValue('From the bus')
    server.on(`PATCH /api/posts/${start.post.id}`, { status: 200, body: { ...start.post, caption: 'From the bus' } })
    await userEvent.click(save())
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(getPatchRequests(server).at(-1)?.body).toMatchObject({
      caption: 'From the bus',
      photos: [{ alt: 'One, asleep' }, {}],
    })
    await expect.poll(readOutbox).toEqual([])
  })

  test('loads the newer version when the author chooses it in a conflict', async () => {
    const start = anEditablePost()
    await saveLate(start, { caption: 'Theirs' })
    await userEvent.click(page.getByRole('button', { name: 'Use the other version' }))
    await expect.element(caption()).toHaveValue('Theirs')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(save()).toBeEnabled()
  })
})
