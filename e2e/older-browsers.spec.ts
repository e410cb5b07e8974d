import { describe, expect } from 'vitest'
import { readBrowserFeatures } from '../tools/house/browser-features.ts'
import { journey } from './journey.ts'
import { walkMainJourney } from './main-journey.ts'
import { fillLogIn } from './person.ts'
import { createTestPost, createTestPosts } from './test-data.ts'

const newer = readBrowserFeatures().filter(({ kind, isNewer }) => isNewer && kind !== 'css')

/** Script that removes APIs that Chrome 123, Firefox 125 or Safari 17.5 lack. `removed` counts the removed names. */
const beOlder = `{
  globalThis.removed = 0
  const remove = (holder, name) => {
    if (holder && Object.hasOwn(holder, name) && delete holder[name]) globalThis.removed++
  }
  const isGlobal = ({ kind }) => kind === 'global'
  const features = ${JSON.stringify(newer)}
  for (const { kind, owner, name } of features) {
    if (kind === 'static') remove(globalThis[owner], name)
    if (kind === 'member') remove(globalThis[owner]?.prototype, name)
    if (kind === 'event') for (const holder of [globalThis, globalThis[owner]?.prototype]) remove(holder, 'on' + name)
  }
  for (const { name } of features.filter(isGlobal)) remove(globalThis, name)
}`

describe('browser without APIs newer than the build targets', () => {
  journey('completes the main journey from sign-up to Log Out', async ({ aMember, visit }) => {
    const author = await aMember({ username: 'newer' })
    await createTestPosts(author.page, 3)
    const page = await visit('/livez')
    await page.addInitScript(beOlder)
    await page.goto('/')
    expect(await page.evaluate('removed')).toBeGreaterThan(500)
    expect(await page.evaluate('[typeof URL.parse, typeof navigation]')).toEqual(['undefined', 'undefined'])
    await walkMainJourney(page, author, { fullname: 'Zuri Maina', username: 'older' })
  })

  journey('opens the page in ?next= after a log-in, and then further pages', async ({ aMember, visit }) => {
    const author = await aMember()
    const post = await createTestPost(author.page, { caption: 'Mud' })
    const page = await visit('/livez')
    await page.addInitScript(beOlder)
    await page.goto(`/login?next=${encodeURIComponent(`/posts/${post.id}`)}`)
    await fillLogIn(page, author.username, author.zipcode)
    await page.waitForURL(`**/posts/${post.id}`)
    await page.getByText('Mud').first().waitFor()
    for (const path of ['/notifications', '/settings']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    }
  })
})
