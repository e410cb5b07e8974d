import { pages } from '@pawtrait/contract/pages.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { expect, it } from 'vitest'
import { findStaticPage } from '#features/sign-in/landing/static-pages.tsx'
import { findPage } from '#shell/navigation/open-page.ts'
import { routes } from './routes.tsx'

/** Returns the entry of `pages` that the router finds for a URL. */
function findRow(address: string) {
  const { pathname } = new URL(address, 'https://pawtrait.example')
  return findStaticPage(pathname)?.row ?? findPage(routes, { pathname }).page
}

it('routes match each link in `paths` to the page of the same name', () => {
  for (const [name, row] of Object.entries(pages)) {
    const link: string | ((value: string) => string) = paths[name as keyof typeof pages]
    const { path, mode, audience } = findRow(typeof link === 'string' ? link : link('a-1'))
    expect([name, path, mode, audience]).toEqual([name, row.path, row.mode, row.audience])
  }
})
