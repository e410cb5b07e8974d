import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { Navigation } from '#shell/navigation/navigation.ts'
import type { OpenPage } from '#shell/navigation/open-page.ts'
import { PageRouter } from '#shell/navigation/PageRouter.tsx'

const leftovers: (() => void)[] = []

/** Something to undo after the test. */
export function onCleanUp(undo: () => void) {
  leftovers.push(undo)
}

/** Draws a component in the page, inside a router at an address. It is taken away after each test. */
export function render(element: ReactNode, at = '/'): void {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  // Every address has the same page.
  const page: OpenPage = { path: '*', source: '', mode: 'shell', Component: () => element, head: null }
  const history = createMemoryHistory({ initialEntries: [at] })
  // As a browser does: what asks right after it is still where it was.
  const { go } = history
  history.go = (delta) => void setTimeout(() => go(delta))
  const navigation = new Navigation({ history, open: async () => page, first: { page } })
  flushSync(() => root.render(<PageRouter navigation={navigation} draw={() => element} />))
  onCleanUp(() => {
    root.unmount()
    host.remove()
  })
}

/** Takes everything drawn away, as a reload does: what the tab keeps stays. */
export function takeAway() {
  for (const undo of leftovers.splice(0)) undo()
}

/** Takes everything drawn away and forgets the theme and what the tab keeps. */
export function cleanUp() {
  takeAway()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
}
