import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '../test-results/screens')

/** True if this run saves screenshots. */
export const savesScreenshots = Boolean(process.env.SCREENS)

/** With `SCREENS=1`, saves a screenshot in test-results/screens, for a person to look at. No test compares it. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!savesScreenshots) return
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}
