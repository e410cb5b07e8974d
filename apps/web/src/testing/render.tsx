import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'

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
  flushSync(() =>
    root.render(<RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })} />),
  )
  onCleanUp(() => {
    root.unmount()
    host.remove()
  })
}

/** Takes everything drawn away and forgets the theme. */
export function cleanUp() {
  for (const undo of leftovers.splice(0)) undo()
  delete document.documentElement.dataset.theme
}
