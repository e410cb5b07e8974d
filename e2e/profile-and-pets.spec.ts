import { describe, expect } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { journey } from './journey.ts'
import { callApi, heicFile, jpegFile } from './test-data.ts'

describe('profile and pet pages', () => {
  journey('save name, bio and picture, and ask before they discard unsaved text', async ({ aMember, visit }) => {
    const { page } = await aMember({ fullname: 'Hawi', username: 'hawi' })
    await page.goto('/dashboard/profile')
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByLabel('Full name').fill('Hawi Odhiambo')
    await page.getByLabel('Bio').fill('Two dogs, one sofa')
    await page.getByRole('link', { name: 'Feed', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Save before you go?' })
    await question.getByText('your full name and your bio').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Bio').inputValue()).toBe('Two dogs, one sofa')

    await page.getByLabel('Choose a photo').setInputFiles(await jpegFile())
    await page.getByRole('dialog', { name: 'Crop the photo' }).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL('**/dashboard/profile')
    await page.getByText('Profile saved').waitFor()
    const head = page.getByRole('region', { name: 'Hawi Odhiambo' })
    await head.getByText('Two dogs, one sofa').waitFor()
    const srcOfPicture = async () => (await head.locator('img').getAttribute('src')) ?? ''
    await expect.poll(srcOfPicture).toMatch(/^\/media\//)
    const src = await srcOfPicture()
    const visitor = await visit('/@hawi')
    await visitor.getByRole('region', { name: 'Hawi Odhiambo' }).getByText('Two dogs, one sofa').waitFor()
    await expect.poll(() => visitor.request.get(src).then((answer) => answer.status())).toBe(200)
  })

  journey('save a bio that was typed while the server processed a HEIC photo', async ({ aMember }) => {
    const { page } = await aMember({ fullname: 'Njoki', username: 'njoki' })
    await page.goto('/profile/edit')
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/photos/*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page
      .getByLabel('Choose a photo')
      .first()
      .setInputFiles(await heicFile())
    await page.getByLabel('Bio').fill('Four goats')
    await page.getByText('Reading…').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Saving…' }).waitFor()
    gate.resolve()
    await page.waitForURL('**/dashboard/profile')
    await page.reload()
    const head = page.getByRole('region', { name: 'Njoki' })
    await head.getByText('Four goats').waitFor()
    expect(await head.locator('img').first().getAttribute('src')).toMatch(/^\/media\//)
    const profile = await callApi<{ bio: string }>(page, 'GET', '/api/users/by-username/njoki')
    expect(profile.bio).toBe('Four goats')
  })

  journey(
    'show a new pet with its portrait and followers, and the portrait as the owner’s profile picture',
    async ({ aMember, visit }) => {
      const { page } = await aMember({ fullname: 'Imani', username: 'imani' })
      await page.goto('/dashboard/profile')
      await page.getByRole('link', { name: 'Add a pet' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Simba')
      await page.getByText('Cat', { exact: true }).click()
      await page.getByText('Dusk', { exact: true }).locator('..').click()
      await page.getByLabel('Breed').fill('Nairobi alley cat')
      await page.getByLabel('Bio').fill('Sleeps on the warm car')
      await page.getByLabel('Add a photo').setInputFiles(await jpegFile())
      await page.getByRole('dialog', { name: 'Crop the photo' }).getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Create Simba’s page' }).click()
      await page.getByText('Simba’s page is ready').waitFor()
      await page.goto('/dashboard/profile')
      await page.getByRole('list', { name: 'Pets' }).getByRole('link', { name: 'Simba' }).click()
      await page.waitForURL('**/pets/simba**')
      const wall = page.getByRole('region', { name: 'Simba', exact: true })
      await wall.getByText('Nairobi alley cat').waitFor()
      await wall.getByText('Sleeps on the warm car').waitFor()
      expect(await wall.locator('svg image').first().getAttribute('href')).toMatch(/^\/media\//)

      await page.goto('/profile/edit')
      await page.getByRole('button', { name: 'Use Simba’s photo' }).click()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.waitForURL('**/dashboard/profile')
      const picture = page.getByRole('region', { name: 'Imani' }).locator('img').first()
      await expect.poll(() => picture.getAttribute('src')).toMatch(/^\/media\//)

      const jabari = await aMember({ fullname: 'Jabari', username: 'jabari' })
      await jabari.page.goto(new URL(page.url()).origin + '/@imani')
      await awaitResponse(jabari.page, 'PUT', /follow$/, () =>
        jabari.page.getByRole('button', { name: 'Follow imani' }).click(),
      )
      await jabari.page.getByRole('button', { name: 'Following imani' }).waitFor()
      await jabari.page.getByRole('link', { name: 'Simba' }).first().click()
      await jabari.page.getByText('0 followers').waitFor()
      await awaitResponse(jabari.page, 'PUT', /follow$/, () =>
        jabari.page.getByRole('button', { name: 'Follow Simba' }).click(),
      )
      await jabari.page.getByText('1 follower', { exact: true }).waitFor()
      await expect
        .poll(
          async () => {
            await page.goto('/@imani/followers')
            return page.getByRole('list', { name: 'Followers of Imani' }).getByRole('listitem').allInnerTexts()
          },
          { timeout: 20_000 },
        )
        .toEqual([expect.stringContaining('jabari')])
      await jabari.page.reload()
      await jabari.page.getByText('1 follower', { exact: true }).waitFor()
      await jabari.page.goto('/@jabari/following')
      await jabari.page.getByRole('listitem').filter({ hasText: 'Imani' }).waitFor()
      const visitor = await visit('/@imani/followers')
      await visitor.getByRole('listitem').filter({ hasText: 'jabari' }).waitFor()
    },
  )
})
