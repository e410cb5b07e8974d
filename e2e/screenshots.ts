import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '../test-results/screens')

/** Whether this run saves screenshots. */
export const savesScreenshots = Boolean(process.env.SCREENS)

/** With `SCREENS=1`, saves a screenshot in test-results/screens for inspection by eye. Nothing is compared. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!savesScreenshots) return
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}
