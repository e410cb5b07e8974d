import { describe, expect } from 'vitest'
import { journeyInSeparateApp } from './journey.ts'
import { callApi, createTestPet, createTestPost } from './test-data.ts'

const inOwnApp = journeyInSeparateApp()

describe('Explore', () => {
  inOwnApp(
    'lists trending tags and posts by kind of animal, without posts that only followers may see',
    async ({ aMember, visit }) => {
      const { page: author } = await aMember({ username: 'anna.x' })
      const { page } = await aMember({ username: 'ben.x' })
      const { id: pet } = await createTestPet(author, { name: 'Rex' })
      const { id } = await createTestPost(author, { caption: 'Mud again #mudweek', pets: [pet], alt: 'Rex in the mud' })
      await page.goto('/dashboard/search')
      const animals = page.getByRole('navigation', { name: 'Animals' })
      await page.getByRole('list', { name: 'Trending this week' }).getByRole('link', { name: '#mudweek' }).waitFor()
      await animals.getByRole('link', { name: 'Dogs' }).click()
      await page.waitForURL('**/explore/dogs')
      await expect.poll(() => page.title()).toBe('Dogs · Pawtrait')
      await expect.poll(() => animals.getByRole('link', { name: 'Dogs' }).getAttribute('aria-current')).toBe('page')
      const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).first()
      await expect.poll(() => place.getAttribute('aria-current')).toBe('true')
      const photo = page.locator(`a[href="/posts/${id}"]`)
      await photo.waitFor()
      await animals.getByRole('link', { name: 'Horses' }).click()
      await page.getByRole('heading', { name: 'No photos yet' }).waitFor()

      await callApi(author, 'PATCH', `/api/posts/${id}`, { audience: 'followers' })
      await page.goto('/explore/dogs')
      await page.getByRole('heading', { name: 'Dogs' }).first().waitFor()
      expect(await photo.count()).toBe(0)
      await page.goto('/dashboard/search')
      await animals.waitFor()
      expect(await page.getByRole('link', { name: '#mudweek' }).count()).toBe(0)
      const visitor = await visit('/explore/dragons')
      await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
    },
  )
})
