import type { DataExport, NewestExport } from '@pawtrait/contract/exports.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { deferredReply, fakeNetwork } from '../../testing/fake-network.ts'
import { anId } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { DataSettings } from './DataSettings.tsx'

const anExport = (more: Partial<DataExport> = {}): DataExport => ({
  id: anId<DataExport['id']>(),
  state: 'running',
  progress: 40,
  createdAt: '2026-11-25T08:00:00.000Z',
  sizeBytes: null,
  expiresAt: null,
  ...more,
})

const ready = anExport({ state: 'ready', progress: 100, sizeBytes: 23_400_000, expiresAt: '2031-12-02T12:00:00.000Z' })
const list = 'GET /api/exports'
const begin = 'POST /api/exports'
const newest = (dataExport: DataExport | null, nextAt: string | null = null) => ({
  status: 200,
  body: { export: dataExport, nextAt } satisfies NewestExport,
})

function show(dataExport: DataExport | null, nextAt: string | null = null) {
  const server = fakeNetwork()
  server.on(list, newest(dataExport, nextAt))
  renderApp(<DataSettings />)
  return server
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = () => page.getByRole('link', { name: 'Download' })

describe('ExportSettingsRow', () => {
  test('requests one export when "Prepare" is pressed twice, and shows its progress and a download link', async () => {
    const server = show(null)
    const answer = deferredReply()
    server.on(begin, answer.answer)
    await userEvent.click(button('Prepare'))
    await expect.element(button('Prepare')).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(button('Prepare'), { force: true })
    const started = anExport({ state: 'waiting', progress: 0 })
    server.on(list, newest({ ...started, state: 'running', progress: 40 }))
    answer.give({ status: 202, body: started })
    await expect
      .element(page.getByRole('status').first())
      .toMatchTextContent('We are preparing it. You can leave this page.')
    await expect.element(button('Prepare')).not.toBeInTheDocument()
    await expect
      .poll(() => page.getByRole('progressbar').element().getAttribute('value'), { timeout: 5_000 })
      .toBe('0.4')
    server.on(list, newest({ ...ready, id: started.id }, '2031-11-26T08:00:00.000Z'))
    await expect.element(link(), { timeout: 5_000 }).toHaveAttribute('href', `/api/exports/${started.id}/file`)
    await expect.element(page.getByRole('status').first()).toMatchTextContent('Ready: 23 MB, until 2 December 2031.')
    await expect.element(button('Prepare again')).not.toBeInTheDocument()
    expect(server.sent.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  test('requests an export after re-authentication, and none when re-authentication is cancelled', async () => {
    const server = show(null)
    server.on(begin, { status: 403, body: { code: 'sudo-required', methods: ['zip-code'] } })
    server.on('POST /api/sudo', { status: 200, body: { until: '2031-11-26T12:10:00.000Z' } })
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.click(button('Prepare'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect.element(dialog).not.toBeInTheDocument()
    expect(page.getByRole('alert').query()).toBeNull()
    await userEvent.click(button('Prepare'))
    await userEvent.fill(page.getByLabelText('Zip code', { exact: true }), '00100')
    expect(await listAxeViolations()).toEqual([])
    server.on(begin, { status: 202, body: anExport({ state: 'waiting' }) })
    server.on(list, newest(anExport()))
    await userEvent.click(button('Continue'))
    await expect.element(page.getByRole('progressbar')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('offers a new export beside the download link of a ready export', async () => {
    show(ready)
    await expect.element(link()).toBeVisible()
    await expect.element(button('Prepare again')).toBeVisible()
  })

  test('requests another export after the last one has failed', async () => {
    const server = show(anExport({ state: 'failed' }))
    await expect.element(page.getByRole('status').first()).toMatchTextContent('We could not prepare your download.')
    server.on(begin, { status: 202, body: anExport({ state: 'waiting' }) })
    server.on(list, newest(anExport()))
    await userEvent.click(button('Try again'))
    await expect.element(page.getByRole('progressbar')).toBeVisible()
  })

  test('offers a new export after the last one has expired', async () => {
    show(anExport({ state: 'expired' }))
    await expect.element(page.getByRole('status').first()).toMatchTextContent('Your last download has expired.')
    await expect.element(button('Prepare')).toBeVisible()
  })

  test('shows an error and the export requested on another device when the server refuses a new export', async () => {
    const server = show(null)
    server.on(begin, { status: 429, body: { code: 'quota-reached' } })
    await expect.element(button('Prepare')).toBeVisible()
    server.on(list, newest(ready, '2031-11-26T08:00:00.000Z'))
    await userEvent.click(button('Prepare'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not started')
    await expect.element(link()).toBeVisible()
  })

  test('shows an error when the state of the export fails to load, and offers a retry', async () => {
    const server = fakeNetwork()
    server.on(list, { status: 500 })
    renderApp(<DataSettings />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load your downloads')
    server.on(list, newest(ready))
    await userEvent.click(button('Try again'))
    await expect.element(link()).toBeVisible()
  })

  test.each([null, anExport(), ready, anExport({ state: 'failed' })])(
    'has no accessibility violations with the export %j',
    async (dataExport) => {
      show(dataExport)
      await expect.element(page.getByText('Download everything')).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
      document.documentElement.dataset.theme = 'dark'
      expect(await listAxeViolations()).toEqual([])
      delete document.documentElement.dataset.theme
    },
  )
})
