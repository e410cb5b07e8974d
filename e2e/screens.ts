import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '../test-results/screens')

/** Whether this run saves screenshots. */
export const keepsScreens = Boolean(process.env.SCREENS)

/**
 * With `SCREENS=1` a picture of what is on screen is kept in test-results/screens, for people to look at; nothing is
 * compared.
 */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!keepsScreens) return
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
}
