import { pages } from '@pawtrait/contract/pages.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { expect, it } from 'vitest'
import { staticPageAt } from '#features/sign-in/landing/static-pages.tsx'
import { pageAt } from '#shell/navigation/open-page.ts'
import { routes } from './routes.tsx'

const names = Object.keys(pages) as (keyof typeof pages)[]

it.each(names)('the link to %s leads to its page', (name) => {
  const link: string | ((value: string) => string) = paths[name]
  const { pathname } = new URL(typeof link === 'string' ? link : link('a-1'), 'https://pawtrait.example')
  const row = staticPageAt(pathname)?.row ?? pageAt(routes, { pathname }).page
  expect(row).toMatchObject(pages[name])
})
