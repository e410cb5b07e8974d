import { type DataImport, excludedExportParts, type NewestImport } from '@pawtrait/contract/imports.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { anId } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ImportSettingsRow } from './ImportSettingsRow.tsx'

const anImport = (more: Partial<DataImport> = {}): DataImport => ({
  id: anId<DataImport['id']>(),
  state: 'running',
  progress: 40,
  createdAt: '2026-11-25T08:00:00.000Z',
  finishedAt: null,
  failure: null,
  posts: 3,
  photos: 7,
  pets: 1,
  alreadyHere: 0,
  skipped: [],
  skippedCount: 0,
  leftOut: [...excludedExportParts],
  ...more,
})

const done = anImport({ state: 'done', progress: 100, finishedAt: '2026-11-25T08:10:00.000Z' })
const withSkipped = anImport({
  ...done,
  alreadyHere: 2,
  skippedCount: 202,
  skipped: [
    { file: 'photos/a.jpg', reason: 'missing', at: '2024-05-03T08:00:00.000Z' },
    { file: 'posts.json', reason: 'too-many-photos', at: '2024-05-04T08:00:00.000Z' },
    { file: 'posts.json', reason: 'invalid', at: null },
    { file: 'pets.json', reason: 'not-yours', at: null },
  ],
})
const failed = anImport({ ...done, state: 'failed', failure: 'unreadable', posts: 1 })
const list = 'GET /api/imports'
const newest = (dataImport: DataImport | null, mostMb = 2048) => ({
  status: 200,
  body: { import: dataImport, mostMb } satisfies NewestImport,
})

/** Mock of `XMLHttpRequest`, so that a test controls progress and response. `last` is the newest request. */
class Sending extends EventTarget {
  static last: Sending | undefined
  upload = new EventTarget()
  status = 0
  responseText = ''
  form: FormData | undefined
  opened = ''
  open(method: string, path: string) {
    this.opened = `${method} ${path}`
    Sending.last = this
  }
  setRequestHeader() {}
  send(form: FormData) {
    this.form = form
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  sent(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

afterEach(() => Sending.last?.abort())

function show(dataImport: DataImport | null, mostMb?: number) {
  vi.stubGlobal('XMLHttpRequest', Sending)
  const server = fakeNetwork()
  server.on(list, newest(dataImport, mostMb))
  renderApp(<ImportSettingsRow />)
  return server
}

const choose = async (label: 'Choose ZIP' | 'Import another', size = 10) =>
  userEvent.upload(page.getByLabelText(label), new File([new Uint8Array(size)], 'pawtrait.zip'))
const status = () => page.getByRole('status').first()
const bar = () => page.getByRole('progressbar').element().getAttribute('value')

describe('ImportSettingsRow', () => {
  test('uploads the ZIP, imports it, and shows the result', async () => {
    const server = show(null)
    await expect
      .element(page.getByText('No notifications are sent. Not imported: drafts,', { exact: false }))
      .toBeVisible()
    await choose('Choose ZIP')
    await expect.element(status()).toMatchTextContent('Sending your ZIP.')
    expect(Sending.last?.opened).toBe('POST /api/imports')
    expect(Sending.last?.form?.get('archive')).toBeInstanceOf(File)
    Sending.last?.sent(3, 4)
    await expect.poll(bar).toBe('0.75')
    server.on(list, newest(anImport()))
    Sending.last?.answer(202, anImport())
    await expect.element(status()).toMatchTextContent('We are importing it. You can leave this page.')
    await expect.poll(bar).toBe('0.4')
    expect(page.getByLabelText('Choose ZIP').query()).toBeNull()
    expect(page.getByRole('alert').query()).toBeNull()
    server.on(list, newest(done))
    await expect.element(page.getByText('Imported: 3 posts, 7 photos, 1 pet.'), { timeout: 5_000 }).toBeVisible()
    await expect.element(page.getByLabelText('Import another')).toBeInTheDocument()
    expect(page.getByRole('progressbar').query()).toBeNull()
  })

  test('cancels the upload when "Cancel" is pressed', async () => {
    show(null)
    await choose('Choose ZIP')
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(page.getByLabelText('Choose ZIP')).toBeInTheDocument()
    expect(page.getByRole('alert').query()).toBeNull()
  })

  test('shows an error when the response is lost, unless the server has started the import', async () => {
    const server = show(null)
    await choose('Choose ZIP')
    Sending.last?.dispatchEvent(new Event('error'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing was imported')
    await choose('Choose ZIP')
    server.on(list, newest(anImport()))
    Sending.last?.dispatchEvent(new Event('error'))
    await expect.element(status()).toMatchTextContent('We are importing it. You can leave this page.')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    [409, { code: 'conflict' }, 'Another import is not finished yet.'],
    [413, { code: 'too-large' }, 'This file is larger than 2,048 MB.'],
    [415, { code: 'unsupported-media-type' }, 'This is not a ZIP file.'],
    [400, { code: 'validation-failed', errors: [{ field: 'archive', code: 'newer', message: '' }] }, 'newer Pawtrait'],
    [429, { code: 'quota-reached' }, 'A new account can import after its first hour.'],
  ])('explains an error response with status %i, and accepts another file', async (code, body, words) => {
    show(null)
    await choose('Choose ZIP')
    Sending.last?.answer(code, body)
    await expect.element(page.getByRole('alert')).toMatchTextContent(words)
    await choose('Choose ZIP')
    await expect.poll(() => page.getByRole('alert').query()).toBeNull()
  })

  test('shows an error when the upload is interrupted', async () => {
    show(null)
    await choose('Choose ZIP')
    Sending.last?.dispatchEvent(new Event('error'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing was imported')
  })

  test("does not upload a file above the server's limit", async () => {
    show(null, 1)
    Sending.last = undefined
    await choose('Choose ZIP', 1024 * 1024 + 1)
    await expect.element(page.getByRole('alert')).toMatchTextContent('This file is larger than 1 MB.')
    expect(Sending.last).toBeUndefined()
  })

  test('shows the number of items already in the account, and why other items were skipped', async () => {
    show(withSkipped)
    await expect.element(page.getByText(/2 were already in this account\./)).toBeVisible()
    await userEvent.click(page.getByText('202 things were not imported'))
    const rows = page.getByRole('listitem')
    await expect.element(rows.nth(0)).toHaveTextContent('Photo in the post of 3 May 2024: the file is not in the ZIP')
    await expect.element(rows.nth(1)).toHaveTextContent('Post of 4 May 2024: it has more than ten photos')
    await expect.element(rows.nth(3)).toHaveTextContent('A pet: you are not its owner')
    await expect.element(rows.nth(4)).toHaveTextContent('And 198 more')
  })

  test('shows an error and the imported items when the ZIP cannot be read completely', async () => {
    show(failed)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not read all of this ZIP')
    await expect.element(page.getByText('Imported: 1 post, 7 photos, 1 pet.')).toBeVisible()
  })

  test('renders nothing when the server accepts no imports', async () => {
    const server = show(null, 0)
    await expect.poll(() => server.sent).toEqual([list])
    expect(page.getByText('Import a Pawtrait ZIP').query()).toBeNull()
  })

  test.each([null, anImport(), done, withSkipped, failed])(
    'has no accessibility violations with import fixture %#',
    async (dataImport) => {
      show(dataImport)
      await expect.element(page.getByText('Import a Pawtrait ZIP')).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
      document.documentElement.dataset.theme = 'dark'
      expect(await listAxeViolations()).toEqual([])
      delete document.documentElement.dataset.theme
    },
  )
})
