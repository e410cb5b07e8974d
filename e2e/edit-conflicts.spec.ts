import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { callApi, createTestPet, createTestPost } from './test-data.ts'

const save = (page: Page) => page.locator('form').getByRole('button', { name: /^Save( changes)?$/ })
const saveOwn = (page: Page) => page.getByRole('button', { name: 'Save my version' })

describe('edit form after a newer edit elsewhere', () => {
  journey('merges the newer changes of a pet when the user saves their own version', async ({ aMember }) => {
    const { page } = await aMember({ username: 'two.carers' })
    const { id, slug } = await createTestPet(page, { breed: 'Basenji' })
    const window = await page.context().newPage()
    await window.goto(`${new URL(page.url()).origin}/pets/${slug}/edit`)
    await window.getByLabel('Bio').fill('Mine')
    await callApi(page, 'PATCH', `/api/pets/${id}`, { breed: 'Saluki', bio: 'Theirs' })
    await save(window).click()
    await window.getByText('This page was changed somewhere else').waitFor()
    await window.getByText('Changed there: the breed and the bio.').waitFor()
    await expectAccessibleScreen(window, 'pet-edit-late')
    await saveOwn(window).click()
    await window.waitForURL(`**/pets/${slug}`)
    expect(await callApi(page, 'GET', `/api/pets/${id}`)).toMatchObject({ breed: 'Saluki', bio: 'Mine' })
  })

  journey('replaces the typed profile text when the user chooses the newer version', async ({ aMember }) => {
    const { page } = await aMember({ username: 'two.phones' })
    const window = await page.context().newPage()
    await window.goto(`${new URL(page.url()).origin}/profile/edit`)
    await window.getByLabel('Bio').fill('Mine')
    await callApi(page, 'PATCH', '/api/profile', { bio: 'Theirs' })
    await save(window).click()
    await window.getByText('Your profile was changed somewhere else').waitFor()
    await expectAccessibleScreen(window, 'profile-edit-late')
    await window.getByRole('button', { name: 'Use the other version' }).click()
    await expect.poll(() => window.getByLabel('Bio').inputValue()).toBe('Theirs')
    await expect.poll(() => window.getByText('Your profile was changed somewhere else').count()).toBe(0)
  })

  journey('shows the newer text of a comment below the typed text', async ({ aMember }) => {
    const { page } = await aMember({ username: 'two.drafts' })
    const post = await createTestPost(page)
    const path = `/api/posts/${post.id}/comments`
    const { id } = await callApi<{ id: string }>(page, 'POST', path, { text: 'Before' })
    const window = await page.context().newPage()
    await window.goto(`${new URL(page.url()).origin}/posts/${post.id}`)
    await window.getByRole('button', { name: /^More options for .*comment/ }).click()
    await window.getByRole('menuitem', { name: 'Edit' }).click()
    const field = window.getByRole('textbox', { name: 'Edit your comment' })
    await field.fill('Mine')
    await callApi(page, 'PATCH', `/api/comments/${id}`, { text: 'Theirs' })
    await save(window).click()
    await window.getByText('It now says “Theirs”.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('Mine')
    await expectAccessibleScreen(window, 'comment-edit-late')
    await saveOwn(window).click()
    await field.waitFor({ state: 'detached' })
    await window.getByRole('article', { name: 'two.drafts: Mine' }).waitFor()
    expect(await callApi(page, 'GET', `/api/comments/${id}`)).toMatchObject({ text: 'Mine' })
  })
})
