import { describe, expect } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import { fillLogIn } from './person.ts'
import { callApi, createTestPost, signUpMember } from './test-data.ts'

describe('two accounts in one browser', () => {
  journey('cannot post for each other or see each other’s typed text', async ({ aPerson, visit }) => {
    const bob = await signUpMember(await visit('/login'), { username: 'bob.later' })
    const { id } = await createTestPost(bob.page)
    const { page: tab, ...alice } = await aPerson({ username: 'alice.first' })
    await tab.goto(`/posts/${id}`)
    await waitForLazyModules(tab)
    const field = tab.getByLabel('Add a comment')
    await field.pressSequentially('Of Alice')

    // Alice’s session ends while her tab is open. Bob logs in, in another tab. Alice's tab then reloads with Bob's
    // account.
    await tab.context().clearCookies()
    const second = await tab.context().newPage()
    await second.goto('/login')
    const followed = tab.waitForEvent('load')
    await fillLogIn(second, bob.username, bob.zipcode)
    await followed
    await expect.poll(() => field.inputValue()).toBe('')
    const notice = tab.getByRole('status').filter({ hasText: 'What you typed before is kept for the other account.' })
    await notice.filter({ hasText: 'You are logged in as bob.later now.' }).waitFor()
    await field.pressSequentially('Of Bob')

    // Alice logs in by an API call in the same browser, so Bob’s tab gets no message. The server refuses the tab’s next
    // request, and the tab reloads with Alice's account.
    await callApi(tab, 'POST', '/users', { usernameOrEmail: alice.username, zipcode: alice.zipcode })
    const refused = tab.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 401)
    const begun = tab.waitForEvent('load')
    await field.press('Enter')
    await Promise.all([refused, begun])
    await expect.poll(() => field.inputValue()).toBe('Of Alice')
    await notice.filter({ hasText: 'You are logged in as alice.first now.' }).waitFor()
    // The notice does not appear again after a reload.
    await tab.reload()
    await expect.poll(() => field.inputValue()).toBe('Of Alice')
    await waitForLazyModules(tab)
    expect(await notice.count()).toBe(0)
    const commentList = await callApi<{ comments: unknown[] }>(tab, 'GET', `/api/posts/${id}/comments`)
    expect(commentList.comments).toEqual([])
  })

  journey('are not logged out by a landing page rendered for the previous account', async ({ aMember, visit }) => {
    const bob = await signUpMember(await visit('/login'), { username: 'bob.stays' })
    const { page } = await aMember({ username: 'alice.leaves' })
    await page.goto('/')
    await callApi(page, 'POST', '/users', { usernameOrEmail: bob.username, zipcode: bob.zipcode })
    const refused = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    const begun = page.waitForEvent('load')
    const logOut = page.getByRole('button', { name: 'Log Out' })
    await logOut.click()
    const [answer] = await Promise.all([refused, begun])
    expect(answer.status()).toBe(401)
    expect(await callApi(page, 'GET', '/api/session')).toMatchObject({ username: 'bob.stays' })

    await page.getByRole('alert').filter({ hasText: 'You are logged in as bob.stays now.' }).waitFor()
    // The reloaded page belongs to Bob’s account, so its button logs Bob out.
    await logOut.click()
    await page.getByRole('link', { name: 'Log In' }).waitFor()
    expect((await page.request.get('/api/session')).status()).toBe(401)
  })
})
