import { describe, expect } from 'vitest'
import { newerGlobals, newerMembers, newerStatics } from '../tools/house/browser-support.ts'
import { journey } from './journey.ts'
import { fillLogIn } from './person.ts'
import { givenPost } from './test-data.ts'

// Methods of ES2025 and later that at least one target browser lacks and that a page might call.
const newerLanguage = {
  Promise: ['try'],
  RegExp: ['escape'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
  'Iterator.prototype': ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'find'],
}

/** Script that removes APIs that Chrome 123, Firefox 125 or Safari 17.5 lack. `removed` counts the removed names. */
const beOlder = `{
  const remove = (holder, name) => holder && Object.hasOwn(holder, name) && delete holder[name]
  const at = (path) => path.split('.').reduce((holder, name) => holder?.[name], globalThis)
  const holders = Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]?.prototype)
  globalThis.removed = 0
  const count = (isRemoved) => { if (isRemoved) globalThis.removed++ }
  for (const [path, names] of Object.entries(${JSON.stringify(newerLanguage)}))
    for (const name of names) count(remove(at(path), name))
  for (const path of ${JSON.stringify(newerStatics)}) {
    const [holder, name] = path.split('.')
    count(remove(at(holder), name))
  }
  for (const name of ${JSON.stringify(newerMembers)}) for (const holder of holders) count(remove(holder, name))
  for (const name of ${JSON.stringify(newerGlobals)}) count(remove(globalThis, name))
}`

describe('browser without APIs newer than the build targets', () => {
  journey('can log in, follow ?next= and open the main pages', async ({ aMember, visit }) => {
    const author = await aMember()
    const post = await givenPost(author.page, { caption: 'Mud' })
    const page = await visit('/livez')
    await page.addInitScript(beOlder)
    await page.goto(`/login?next=${encodeURIComponent(`/posts/${post.id}`)}`)
    expect(await page.evaluate('removed')).toBeGreaterThan(20)
    expect(await page.evaluate('typeof URL.parse')).toBe('undefined')
    await fillLogIn(page, author.username, author.zipcode)
    await page.waitForURL(`**/posts/${post.id}`)
    await page.getByText('Mud').first().waitFor()
    for (const path of ['/dashboard', '/dashboard/create', '/notifications', '/settings', '/stories/new']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    }
  })
})
