import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announceNewVersion } from '#lib/offline/new-version.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ReloadRequiredBar } from './ReloadRequiredBar.tsx'

test('ReloadRequiredBar moves the focus to the page heading when the user closes the bar', async () => {
  renderApp(
    <>
      <h1>Feed</h1>
      <ReloadRequiredBar />
    </>,
  )
  announceNewVersion(async () => {})
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.element(page.getByText('A new version is ready')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Feed' })).toHaveFocus()
})
