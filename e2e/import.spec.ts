import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { proveIdentity } from './person.ts'
import { saveScreenshot } from './screenshots.ts'
import { type CreatedPost, callApi, createTestPet, createTestPost, type Member } from './test-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Requests an export and downloads it when it is ready. Returns the path of the ZIP file. */
async function downloadFrom({ page, zipcode }: Pick<Member, 'page' | 'zipcode'>): Promise<string> {
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Prepare' }).click()
  await proveIdentity(page, zipcode)
  const link = page.getByRole('link', { name: 'Download' })
  await link.waitFor()
  const downloading = page.waitForEvent('download')
  await link.click()
  const zip = join(folder, `export-${++downloaded}.zip`)
  await (await downloading).saveAs(zip)
  return zip
}
let downloaded = 0

type Profile = { posts: (CreatedPost & { caption: string; audience: string; postedAt: string })[] }

const postsOf = async (page: Page, id: string) =>
  (await callApi<Profile>(page, 'GET', `/api/users/${id}/posts`)).posts.map(
    ({ caption, audience, postedAt, photos }) => ({
      ...{ caption, audience, postedAt },
      alts: photos.map(({ alt }) => alt),
    }),
  )

describe('data import', () => {
  journey('copies an export into another account and skips rows that exist already', async ({ aMember }) => {
    const giver = await aMember({ username: 'akinyi' })
    const { page: there } = giver
    await createTestPet(there, { name: 'Mandazi' })
    await createTestPost(there, { caption: 'From the old account', alt: 'Mandazi asleep' })
    const zip = await downloadFrom(giver)

    const { page } = await aMember({ username: 'akinyi.again' })
    await page.goto('/settings/data')
    const section = page.getByRole('region', { name: 'Data' })
    await section.getByText('Import a Pawtrait ZIP').waitFor()
    await saveScreenshot(page, 'import')
    await section.getByLabel('Choose ZIP').setInputFiles(zip)
    await section.getByText('Imported: 1 post, 1 photo, 1 pet.').waitFor()
    expect(await section.getByRole('alert').count()).toBe(0)
    await saveScreenshot(page, 'import-done')
    await page.goto('/@akinyi.again')
    await page.getByRole('link', { name: /From the old account$/ }).waitFor()

    await page.goto('/settings/data')
    await section.getByLabel('Import another').setInputFiles(zip)
    await section.getByText('2 were already in this account.').waitFor()
    await section.getByLabel('Import another').setInputFiles({
      name: 'other.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('no zip'),
    })
    await section.getByRole('alert').getByText('This is not a ZIP file.').waitFor()
    expect(await section.getByText(/^Imported:/).count()).toBe(1)
  })

  journey('restores posts with texts, audiences and dates on another server', async ({ aMember, ownApp }) => {
    const leaver = await aMember({ username: 'leaving.njeri' })
    const { page: there, id: oldId } = leaver
    await createTestPet(there, { name: 'Samosa' })
    await createTestPost(there, { caption: 'The older one', alt: 'Samosa asleep' })
    await createTestPost(there, { caption: 'The newer one', alt: 'Samosa awake', audience: 'followers' })
    const before = await postsOf(there, oldId)
    const zip = await downloadFrom(leaver)
    await there.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = there.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await there.waitForURL('**/restore?until=**')

    const { page, id } = await ownApp.aMember({ username: 'arriving.njeri' })
    expect(await postsOf(page, id)).toEqual([])
    await page.goto('/settings/data')
    const section = page.getByRole('region', { name: 'Data' })
    await section.getByLabel('Choose ZIP').setInputFiles(zip)
    await section.getByText('Imported: 2 posts, 2 photos, 1 pet.').waitFor()
    expect(before).toHaveLength(2)
    expect(await postsOf(page, id)).toEqual(before)
  })
})
