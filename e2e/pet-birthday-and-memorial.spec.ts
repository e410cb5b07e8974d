import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { callApi, createTestPet, createTestPost } from './test-data.ts'

/** Returns the date that is `years` before today, in the time zone of the pet. 29 February becomes 28 February. */
async function yearsAgo(page: Page, pet: string, years: number): Promise<string> {
  const { today } = await callApi<{ today: string }>(page, 'GET', `/api/pets/${pet}`)
  const day = `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
  return day.endsWith('-02-29') ? day.replace('-29', '-28') : day
}

describe('pet', () => {
  journey('shows its birthday to followers, who can like it', async ({ aMember }) => {
    const owner = await aMember({ fullname: 'Wanjiru Kamau', username: 'wanjiru' })
    const fan = await aMember({ fullname: 'Tom Odhiambo', username: 'tom' }, { size: 'desktop' })
    const { id, slug } = await createTestPet(owner.page, { name: 'Biscuit' })
    await callApi(owner.page, 'PATCH', `/api/pets/${id}`, {
      birthday: await yearsAgo(owner.page, id, 4),
      breed: 'Corgi',
    })
    await callApi(owner.page, 'PATCH', `/api/pets/${id}`, { backdrop: 'rosehip' })
    await createTestPost(owner.page, { caption: 'Nearly four', pets: [id] })
    await callApi(fan.page, 'PUT', `/api/pets/${id}/follow`)
    await fan.page.goto('/dashboard')
    await expectAccessibleScreen(fan.page, 'feed-with-birthday')
    await fan.page.getByRole('button', { name: 'Biscuit is four today' }).click()
    const card = fan.page.getByRole('article', { name: 'Biscuit’s birthday' })
    await card.getByRole('heading', { name: 'Biscuit is four' }).waitFor()
    await expectAccessibleScreen(fan.page, 'feed-birthday')
    await card.getByRole('button', { name: 'Like' }).click()
    await card.getByText('1 like so far').waitFor()
    await fan.page.reload()
    await fan.page.getByRole('button', { name: 'Biscuit is four today' }).click()
    await card.getByRole('button', { name: 'Liked' }).waitFor()
    await fan.page.goto(`/pets/${slug}`)
    await fan.page.getByText(/4 today/).waitFor()
    await expectAccessibleScreen(fan.page, 'pet-birthday')
  })

  journey('becomes a memorial that shows a tribute once the owner approves it', async ({ aMember, visit }) => {
    const owner = await aMember({ fullname: 'Njeri Wambui', username: 'njeri' })
    const friend = await aMember({ fullname: 'Musa Kamau', username: 'musa' })
    const { id, slug } = await createTestPet(owner.page, {
      name: 'Bahati',
      bio: 'Fifteen years of walking slightly ahead.',
    })
    await callApi(owner.page, 'PATCH', `/api/pets/${id}`, { birthday: '2011-05-03', backdrop: 'marigold' })
    await createTestPost(owner.page, { caption: 'By the gate', pets: [id] })
    await owner.page.goto(`/pets/${slug}/edit`)
    const goodbye = owner.page.getByRole('region', { name: 'Saying goodbye' })
    await goodbye.getByLabel('The day Bahati died').fill('2026-09-09')
    await expectAccessibleScreen(owner.page, 'pet-goodbye')
    await goodbye.getByRole('button', { name: 'Make it a memorial' }).click()
    await owner.page.getByText('Bahati’s page is a memorial', { exact: true }).waitFor()

    await friend.page.goto(`/pets/${slug}`)
    await friend.page.getByText('3 May 2011 to 9 September 2026').waitFor()
    await friend.page.getByLabel('What do you remember?').fill('He waited for our school bus, every day, six years.')
    await friend.page.getByRole('button', { name: 'Leave a memory' }).click()
    await friend.page.getByText('Thank you').waitFor()
    const visitor = await visit(`/pets/${slug}`)
    await visitor.getByRole('heading', { name: '0 memories' }).waitFor()
    expect(await visitor.getByText(/school bus/).count()).toBe(0)

    await owner.page.goto(`/pets/${slug}`)
    await owner.page.getByRole('button', { name: 'Approve the memory of musa' }).click()
    await owner.page.getByText('Memory approved').waitFor()
    await visitor.reload()
    await visitor.getByText(/school bus/).waitFor()
    await expectAccessibleScreen(visitor, 'pet-memorial')
  })
})
