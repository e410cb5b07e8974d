import { expect, it } from 'vitest'
import { findRefusedPackages, formatLicences, listShippedPackages } from './check-licences.ts'

const named = (name: string, licence: string) => ({ name, version: '1.0.0', licence })
const isRefused = (name: string, licence: string) => findRefusedPackages([named(name, licence)]).length > 0

it.each([
  ['fastify', 'MIT'],
  ['type-fest', '(MIT OR CC0-1.0)'],
  ['either', 'GPL-3.0 OR MIT'],
  ['libheif-js', 'LGPL-3.0'],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'],
  ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
])('check-licences accepts %s with the licence "%s"', (name, licence) => {
  expect(isRefused(name, licence)).toBe(false)
})

it.each([
  ['ghost', 'GPL-3.0'],
  ['ghost', 'AGPL-3.0-only'],
  ['ghost', 'LGPL-3.0'],
  ['ghost', 'MIT AND GPL-2.0'],
  ['libheif-js', 'GPL-3.0'],
  ['ghost', 'none'],
  ['ghost', 'SEE LICENSE IN LICENSE'],
])('check-licences refuses %s with the licence "%s"', (name, licence) => {
  expect(isRefused(name, licence)).toBe(true)
})

it('listShippedPackages omits development packages, and returns "none" for a missing licence', () => {
  const shipped = listShippedPackages({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/@pawtrait/web': { link: true },
      'node_modules/vitest': { version: '5.1.0', license: 'MIT', dev: true },
      'node_modules/sharp': { version: '0.35.5', license: 'Apache-2.0' },
      'node_modules/a/node_modules/odd': { version: '2.0.0' },
    },
  })
  expect(shipped).toEqual([
    { name: 'odd', version: '2.0.0', licence: 'none' },
    { name: 'sharp', version: '0.35.5', licence: 'Apache-2.0' },
  ])
})

it('formatLicences groups packages by licence', () => {
  expect(formatLicences([named('a', 'MIT'), named('b', 'ISC'), named('c', 'MIT')])).toBe(
    '### ISC\n\nb 1.0.0\n\n### MIT\n\na 1.0.0, c 1.0.0\n',
  )
})
