import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { englishTranslator, TranslatorContext } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { goOffline } from '../../testing/go-offline.ts'
import { render } from '../../testing/render.tsx'
import { lazyComponent, lazyDialog, recordHydrationStart } from './lazy-component.tsx'

const LazyText = ({ text }: { text: string }) => <p>{text}</p>

test('lazyComponent shows its placeholder until the code has loaded', async () => {
  let arrive = (_: typeof LazyText) => {}
  const code = new Promise<typeof LazyText>((resolve) => (arrive = resolve))
  const Late = lazyComponent(() => code, <p>On its way</p>)
  render(<Late text="Here" />)
  await expect.element(page.getByText('On its way')).toBeVisible()
  arrive(LazyText)
  await expect.element(page.getByText('Here')).toBeVisible()
  expect(page.getByText('On its way').query()).toBe(null)
})

test('lazyComponent renders a preloaded component immediately', async () => {
  const fetchText = vi.fn(async () => LazyText)
  const Ready = lazyComponent(fetchText)
  await Ready.load()
  render(<Ready text="Here" />)
  expect(page.getByText('Here').query()).not.toBe(null)
  expect(fetchText).toHaveBeenCalledTimes(1)
})

test('lazyComponent shows an error when its code fails to load, and loads it again on "Try again"', async () => {
  // A load makes two attempts, so it fails only if both are rejected.
  const fetchText = vi.fn<() => Promise<typeof LazyText>>().mockRejectedValueOnce('1').mockRejectedValueOnce('2')
  fetchText.mockResolvedValue(LazyText)
  const Flaky = lazyComponent(fetchText)
  render(<Flaky text="Here" />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('This part did not load')
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Here')).toBeVisible()
  expect(page.getByRole('alert').query()).toBe(null)
})

test('lazyComponent retries by itself when the network is back', async () => {
  fakeNetwork()
  const comeBack = goOffline()
  const Away = lazyComponent(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    return LazyText
  })
  render(<Away text="Here" />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline. We’ll try again when you’re back.')
  comeBack()
  await expect.element(page.getByText('Here')).toBeVisible()
})

test('lazyComponent retries when the user returns to the window', async () => {
  const fetchText = vi.fn<() => Promise<typeof LazyText>>().mockRejectedValueOnce('1').mockRejectedValueOnce('2')
  fetchText.mockResolvedValue(LazyText)
  const Away = lazyComponent(fetchText)
  render(<Away text="Here" />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  for (const type of ['blur', 'focus']) window.dispatchEvent(new Event(type))
  await expect.element(page.getByText('Here')).toBeVisible()
})

const fetchQuestion = vi.fn<() => Promise<typeof Question>>()
type DialogProps = { open: boolean; onClose: () => void }

function Question({ open, onClose }: DialogProps) {
  return <Dialog open={open} onClose={onClose} title="Sure?" closeLabel="Close" />
}

function AskingPage({ Later }: { Later: ReturnType<typeof lazyDialog<DialogProps>> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Later open={open} onClose={() => setOpen(false)} />
    </>
  )
}

test('lazyDialog shows an error when its code fails to load, and loads the code when it is opened again', async () => {
  fetchQuestion.mockReset().mockRejectedValueOnce('1').mockRejectedValueOnce('2').mockResolvedValue(Question)
  render(<AskingPage Later={lazyDialog(fetchQuestion)} />)
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  const sheet = page.getByRole('dialog', { name: 'This part did not load.' })
  await expect.element(sheet).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
})

test('lazyDialog loads on first open, and returns focus on Escape even after a failed load', async () => {
  fetchQuestion.mockReset().mockRejectedValueOnce('1').mockRejectedValueOnce('2').mockResolvedValue(Question)
  render(<AskingPage Later={lazyDialog(fetchQuestion)} />)
  const ask = page.getByRole('button', { name: 'Ask' })
  expect(fetchQuestion).not.toHaveBeenCalled()
  await userEvent.click(ask)
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(ask).toHaveFocus()
  await userEvent.click(ask)
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
})

test('lazyDialog shows a "Still loading" notice that can be closed, and opens once loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let arrive = (_: typeof Question) => {}
  fetchQuestion.mockReset().mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  render(<AskingPage Later={lazyDialog(fetchQuestion)} />)
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  const slow = page.getByText('Still loading. Your connection may be slow.')
  vi.advanceTimersByTime(4900)
  expect(slow.query()).toBe(null)
  vi.advanceTimersByTime(200)
  await expect.element(slow).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Close' }))
  await expect.element(slow).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  expect(slow.query()).toBe(null)
  arrive(Question)
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
})

test('lazyComponent hydrates its server-rendered placeholder without errors after its code has loaded', async () => {
  const Late = lazyComponent(async () => LazyText, <p>On its way</p>)
  const app = (
    <TranslatorContext value={englishTranslator}>
      <Late text="Here" />
    </TranslatorContext>
  )
  const host = document.createElement('div')
  host.innerHTML = renderToString(app)
  document.body.append(host)
  onTestFinished(() => host.remove())
  recordHydrationStart()
  await Late.load()
  const onRecoverableError = vi.fn()
  const root = hydrateRoot(host, app, { onRecoverableError })
  onTestFinished(() => root.unmount())
  await expect.element(page.getByText('Here')).toBeVisible()
  expect(onRecoverableError).not.toHaveBeenCalled()
})
