import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'

const roots: { root: Root; host: HTMLElement }[] = []

/** Draws a component in the page, inside a router. It is taken away after each test. */
export function render(element: ReactNode): void {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  roots.push({ root, host })
  flushSync(() => root.render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />))
}

/** Takes everything drawn away and forgets the theme. */
export function cleanUp() {
  for (const { root, host } of roots.splice(0)) {
    root.unmount()
    host.remove()
  }
  delete document.documentElement.dataset.theme
}
