import { routePatterns } from '@pawtrait/contract/vitals.ts'
import { expect, it } from 'vitest'
import { routeOf } from './vitals.ts'

it('names no person, pet, post or tag', () => {
  const paths = [
    '/@amina.o/followers',
    '/posts/0197-abc',
    '/tags/caf%C3%A9',
    '/pets/kiko-4f2a/edit',
    '/pets/new',
    '/dashboard',
  ]
  for (const path of paths) expect(routePatterns).toContain(routeOf(path))
})
