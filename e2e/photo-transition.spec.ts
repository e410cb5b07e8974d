import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findBuiltFile } from './built-file.ts'
import { journey } from './journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { createTestPost } from './test-data.ts'

// Script that records which elements contain a photo with a `view-transition-name`, before and after each transition.
const record = `{
  globalThis.transitions = []
  const start = document.startViewTransition.bind(document)
  const named = () => [...document.querySelectorAll('[style*="view-transition-name"]')]
    .map((photo) => photo.closest('a, article')?.getAttribute('href') ?? 'post')
  document.startViewTransition = (update) => {
    const before = named()
    return start(async () => {
      await update()
      globalThis.transitions.push([before, named()])
    })
  }
}`

const transitions = (page: Page) => page.evaluate('transitions')

/** Opens a profile and waits for the code of the transition, which loads some seconds after the page. */
async function openProfile(page: Page, username: string) {
  await page.addInitScript(record)
  const loaded = page.waitForResponse(`**/${findBuiltFile('src/shell/navigation/photo-transition.ts')}`)
  await page.goto(`/@${username}`)
  await loaded
}

describe('photo transition', () => {
  for (const theme of ['light', 'dark'] as const)
    journey(`moves the chosen photo from the grid to the post and back (${theme})`, async ({ aMember }) => {
      const { page, username } = await aMember({ username: `moving.${theme}` }, { theme })
      await createTestPost(page, { caption: 'Asleep' })
      const { id } = await createTestPost(page, { caption: 'Awake' })
      await openProfile(page, username)
      const tile = page.getByRole('link', { name: /Awake/ })
      await tile.click()
      await page.waitForURL(`**/posts/${id}`)
      await saveScreenshot(page, `photo-transition-${theme}`)
      await expect.poll(() => transitions(page)).toEqual([[[`/posts/${id}`], ['post']]])
      await page.goBack()
      await tile.waitFor()
      await expect.poll(() => transitions(page)).toHaveLength(2)
      expect(await transitions(page)).toEqual([
        [[`/posts/${id}`], ['post']],
        [['post'], [`/posts/${id}`]],
      ])
      await expect.poll(() => page.locator('[style*="view-transition-name"]').count()).toBe(0)
    })

  journey('does not run with reduced motion', async ({ aMember }) => {
    const { page, username } = await aMember({ username: 'still.photo' }, { reducedMotion: true })
    const { id } = await createTestPost(page, { caption: 'Awake' })
    await openProfile(page, username)
    await page.getByRole('link', { name: /Awake/ }).click()
    await page.waitForURL(`**/posts/${id}`)
    await page.getByText('Awake').first().waitFor()
    expect(await transitions(page)).toEqual([])
  })
})
