import { pagePatterns } from '@pawtrait/contract/vitals.ts'
import { expect, it } from 'vitest'
import { staticPages } from '#features/users/landing/static-pages.tsx'
import { pages } from './routes.tsx'

it('pagePatterns lists the pattern of every page, and no other', () => {
  const isRedirect = ({ source }: { source: string }) => source === ''
  const drawn = pages.filter((page) => !isRedirect(page) && page.path !== '/dev/ui').map(({ path }) => path)
  expect([...pagePatterns].toSorted()).toEqual([...Object.keys(staticPages), ...drawn].toSorted())
})
