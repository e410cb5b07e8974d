import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { Navigation } from '#shell/navigation/navigation.ts'
import type { LoadedPage } from '#shell/navigation/open-page.ts'
import { PageRouter } from '#shell/navigation/PageRouter.tsx'

const cleanUps: (() => void)[] = []

/** Registers a clean-up for the end of the test. */
export function onCleanUp(runCleanUp: () => void) {
  cleanUps.push(runCleanUp)
}

/** Renders a component inside a router at an address. The component is removed after each test. */
export function render(element: ReactNode, at = '/'): void {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  // Every address shows the same page.
  const page: LoadedPage = { path: '*', source: '', Component: () => element, head: null }
  const history = createMemoryHistory({ initialEntries: [at] })
  // `go` is asynchronous, as in a browser: the location changes only after the call has returned.
  const { go } = history
  history.go = (delta) => void setTimeout(() => go(delta))
  const navigation = new Navigation({ history, open: async () => page, first: { page } })
  flushSync(() => root.render(<PageRouter navigation={navigation} renderView={() => element} />))
  onCleanUp(() => {
    root.unmount()
    host.remove()
  })
}

/** Unmounts everything, as a reload does. Keeps session storage. */
export function unmountAll() {
  for (const runCleanUp of cleanUps.splice(0)) runCleanUp()
}

/** Unmounts everything, and clears theme and session storage. */
export function cleanUp() {
  unmountAll()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
}
