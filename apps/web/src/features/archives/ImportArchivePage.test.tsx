import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ImportArchivePage } from './ImportArchivePage.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('POST /api/imports/known', ({ body }) => {
    const { origins } = body as { origins: { id: string }[] }
    return { status: 200, body: { known: origins.map(({ id }) => id === 'old.jpg') } }
  })
})
afterEach(() => void vi.restoreAllMocks())

const words = 'your_instagram_activity/content/posts_1.json'
const post = (name: string, seconds: number) => ({
  title: `About ${name}`,
  creation_timestamp: seconds,
  media: [{ uri: `media/${name}` }],
})
const photo = (name: string): ZipEntry => ({ path: `media/${name}`, data: 'no photo' })
const archive = async (posts: object[], ...files: ZipEntry[]) =>
  new File([await makeZip([{ path: words, data: JSON.stringify(posts), deflate: true }, ...files])], 'instagram.zip')

async function choose(...files: File[]) {
  renderApp(<ImportArchivePage />)
  await userEvent.upload(page.getByLabelText('Choose archive'), files)
}
const tile = (name: string) => page.getByRole('checkbox', { name: new RegExp(`About ${name}`) })
const text = (content: string | RegExp) => page.getByText(content, { exact: false })

describe('ImportArchivePage', () => {
  test('explains how to get an archive, and that the archive is not uploaded', async () => {
    renderApp(<ImportArchivePage />)
    await expect.element(text('The archive is opened on this device.')).toBeVisible()
    await expect.element(page.getByText('Instagram', { exact: true })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('preselects each post not yet imported, and lets the user toggle a post with the space key', async () => {
    const posts = [post('new.jpg', 1_588_603_967), post('old.jpg', 1_488_603_967), post('gone.jpg', 1_388_603_967)]
    const video = { creation_timestamp: 1_588_603_967, media: [{ uri: 'media/x.mp4' }] }
    await choose(await archive([...posts, video], photo('new.jpg'), photo('old.jpg')))
    await expect.element(text('2 posts found from Instagram.')).toBeVisible()
    await expect.element(text('1 video')).toBeVisible()
    await userEvent.click(text('1 photo is missing'))
    await expect.element(text('media/gone.jpg')).toBeVisible()
    await expect.element(tile('new.jpg')).toBeChecked()
    await expect.element(tile('old.jpg')).toBeDisabled()
    await expect.element(text('Already imported')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Followers' })).toBeChecked()
    await expect.element(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
    tile('new.jpg').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(tile('new.jpg')).not.toBeChecked()
    await expect.element(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await userEvent.click(page.getByRole('button', { name: 'All' }))
    await expect.element(tile('new.jpg')).toBeChecked()
    await expect.element(tile('old.jpg')).not.toBeChecked()
    await userEvent.click(page.getByRole('button', { name: 'None' }))
    await expect.element(page.getByRole('status').filter({ hasText: '0 selected' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
    delete document.documentElement.dataset.theme
  })

  test('asks for consent before it fetches photos from other servers, and names the servers', async () => {
    const status = {
      ...{
        uri: 'https://pix.test/p/1',
        created_at: '2019-05-06T07:08:09.000Z',
        visibility: 'public',
        content_text: 'Mud',
      },
      media_attachments: ['pix.test', 'cdn.test'].map((host) => ({ type: 'image', url: `https://${host}/a.jpg` })),
    }
    await choose(new File([JSON.stringify([status])], 'pixelfed-statuses.json'))
    await expect.element(text('1 post found from Pixelfed.')).toBeVisible()
    const begin = page.getByRole('button', { name: 'Import', exact: true })
    const consent = page.getByRole('checkbox', { name: /Fetch my photos from pix.test and cdn.test/ })
    await expect.element(consent).not.toBeChecked()
    await expect.element(begin).toBeDisabled()
    expect(await listAxeViolations()).toEqual([])
    net.on('POST /api/imports/remote-photo', errorReply('not-found', 404))
    await userEvent.click(consent)
    await userEvent.click(begin)
    await expect.element(text('1 post could not be imported.')).toBeVisible()
    await userEvent.click(text('2 photos were left out'))
    await expect.element(text('https://cdn.test/a.jpg: The old server did not give us this photo.')).toBeVisible()
  })

  test('shows an error for an archive in HTML format, and then accepts another archive', async () => {
    const html = await makeZip([{ path: words.replace('.json', '.html'), data: '<html>' }])
    await choose(new File([html], 'html.zip'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('This is the HTML download')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.upload(
      page.getByLabelText('Choose another archive'),
      await archive([post('a.jpg', 1_588_603_967)], photo('a.jpg')),
    )
    await expect.element(tile('a.jpg')).toBeChecked()
  })

  test('shows that the photos are in other files when an archive contains only the list of posts', async () => {
    await choose(await archive([post('a.jpg', 1_588_603_967)]))
    await expect.element(text('The photos of its posts are in other files.')).toBeVisible()
    await userEvent.upload(page.getByLabelText('Add more parts'), new File([await makeZip([photo('a.jpg')])], '2.zip'))
    await expect.element(tile('a.jpg')).toBeChecked()
  })

  test('opens several parts of an archive at once', async () => {
    const part = new File([await makeZip([photo('b.jpg')])], 'part-2.zip')
    await choose(part, await archive([post('a.jpg', 1_588_603_967), post('b.jpg', 1_488_603_967)], photo('a.jpg')))
    await expect.element(text('2 posts found from Instagram.')).toBeVisible()
    await expect.element(tile('b.jpg')).toBeChecked()
    await expect.element(text('is missing')).not.toBeInTheDocument()
  })

  test('asks for the other parts when a part contains no posts, and then opens all parts together', async () => {
    const part = new File([await makeZip([photo('a.jpg')])], 'part-2.zip')
    await choose(part)
    await expect.element(page.getByRole('alert')).toMatchTextContent('This is only a part of an archive')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.upload(page.getByLabelText('Add more parts'), await archive([post('a.jpg', 1_588_603_967)]))
    await expect.element(tile('a.jpg')).toBeChecked()
  })

  test('selects a post once a later part adds its missing photo, even after an unreadable part', async () => {
    const twoPhotos = { ...post('a.jpg', 1_588_603_967), media: [{ uri: 'media/a.jpg' }, { uri: 'media/b.jpg' }] }
    await choose(await archive([twoPhotos], photo('a.jpg')))
    await expect.element(tile('a.jpg')).not.toBeChecked()
    await expect.element(page.getByText('1 photo is missing', { exact: true }).nth(1)).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.upload(page.getByLabelText('Add more parts'), new File(['x'], 'broken.zip'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('broken.zip: This is not an archive we know')
    await expect.element(tile('a.jpg')).not.toBeChecked()
    const part = new File([await makeZip([photo('b.jpg')])], 'part-2.zip')
    await userEvent.upload(page.getByLabelText('Add more parts'), part)
    await expect.element(tile('a.jpg')).toBeChecked()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('shows an empty state for an archive without posts to import', async () => {
    await choose(await archive([]))
    await expect.element(text('No posts with photos')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Choose another archive' })).toBeVisible()
  })

  test('selects all posts when the list of already imported posts fails to load', async () => {
    net.on('POST /api/imports/known', { status: 503 })
    await choose(await archive([post('old.jpg', 1_488_603_967)], photo('old.jpg')))
    await expect.element(tile('old.jpg')).toBeChecked()
  })
})
