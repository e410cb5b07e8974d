import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { givenPet, givenPost } from './given.ts'
import { journey } from './journey.ts'
import { keepScreen } from './screens.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('everything one had', () => {
  journey('is downloaded from one account and imported into another', async ({ aMember }) => {
    const { page: there } = await aMember({ username: 'akinyi' })
    await givenPet(there, { name: 'Mandazi' })
    await givenPost(there, { caption: 'From the old account', alt: 'Mandazi asleep' })
    await there.goto('/settings/data')
    await there.getByRole('button', { name: 'Prepare' }).click()
    const link = there.getByRole('link', { name: 'Download' })
    await link.waitFor()
    const downloading = there.waitForEvent('download')
    await link.click()
    const zip = join(folder, 'export.zip')
    await (await downloading).saveAs(zip)

    const { page } = await aMember({ username: 'akinyi.again' })
    await page.goto('/settings/data')
    const section = page.getByRole('region', { name: 'Data' })
    await section.getByText('Import a download').waitFor()
    await keepScreen(page, 'import')
    await section.getByLabel('Choose ZIP').setInputFiles(zip)
    await section.getByText('Imported: 1 post, 1 photo, 1 pet.').waitFor()
    await keepScreen(page, 'import-done')
    await page.goto('/@akinyi.again')
    await page.getByRole('link', { name: /From the old account$/ }).waitFor()

    await page.goto('/settings/data')
    await section.getByLabel('Import another').setInputFiles(zip)
    await section.getByText('2 were in this account before.').waitFor()
    await section.getByLabel('Import another').setInputFiles({
      name: 'other.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('no zip'),
    })
    await section.getByRole('alert').getByText('This is not a ZIP file.').waitFor()
    expect(await section.getByText('Imported:').count()).toBe(1)
  })
})
