import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { axeFindings, expectGoodScreen } from './axe.ts'
import { givenFollow, givenPet, givenPost, givenPremium, jpegFile, type Member, send } from './given.ts'
import { journey } from './journey.ts'
import { closePhoto, openPhoto } from './photos-of-a-draft.ts'

// Some journeys look at ten screens, each four times.
vi.setConfig({ testTimeout: 180_000 })

// Each screen is looked at by axe in light and dark, small and large, and must not scroll sideways from 320 px.
// `journey` itself fails on anything the console or the policy complains about.

/** Opens a page, waits for what makes it whole and looks at it. */
async function expectGoodPage(page: Page, name: string, path: string, whole: string | RegExp) {
  await page.goto(path)
  await page.getByText(whole).filter({ visible: true }).first().waitFor()
  await expectGoodScreen(page, name)
}

type Community = { anna: Member; ben: Member; postId: string; slug: string }

/** Anna has a pet, posts and a follower; Ben has commented. */
async function aCommunity(aMember: (named: { fullname: string; username: string }) => Promise<Member>) {
  const anna = await aMember({ fullname: 'Anna Wambui', username: 'anna' })
  const ben = await aMember({ fullname: 'Ben Otieno', username: 'ben' })
  const { id: pet, slug } = await givenPet(anna.page, { name: 'Rex', bio: 'Likes mud' })
  await givenPost(anna.page, { caption: 'Sunday #garden', pets: [pet], place: 'Karura Forest', alt: 'Rex in the rain' })
  const { id: postId } = await givenPost(anna.page, { caption: 'Monday #garden with everyone', alt: 'Rex on the lawn' })
  await givenFollow(ben.page, anna.id)
  await givenFollow(anna.page, ben.id)
  const said = await send<{ id: string }>(ben.page, 'POST', `/api/posts/${postId}/comments`, { text: 'What a dog' })
  await send(anna.page, 'POST', `/api/posts/${postId}/comments`, { text: 'He knows', parentId: said.id })
  return { anna, ben, postId, slug } satisfies Community
}

journey('a picture without words and pale letters are found', async ({ visit }) => {
  const page = await visit('/login')
  expect(await axeFindings(page)).toEqual([])
  await page.evaluate(`
    const letters = document.createElement('p')
    letters.textContent = 'pale'
    letters.style = 'color: #bbb; background: #fff'
    document.querySelector('main').append(document.createElement('img'), letters)`)
  const found = await axeFindings(page)
  expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(new Set(['color-contrast', 'image-alt']))
})

describe('every screen is accessible and fits', () => {
  journey('before logging in', async ({ visit }) => {
    const page = await visit('/')
    await expectGoodPage(page, 'landing', '/', 'Welcome to Pawtrait')
    await expectGoodPage(page, 'sign-up', '/signup', 'Create my account')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await expectGoodScreen(page, 'sign-up-errors')
    await expectGoodPage(page, 'log-in', '/login', 'Welcome back')
    await page.getByLabel('Username or email').fill('nobody')
    await page.getByLabel('Zip code', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Invalid username/email or zip code').waitFor()
    await expectGoodScreen(page, 'log-in-wrong')
    await expectGoodPage(page, 'reset-sign-in-used', '/reset-signin#token', 'Pawtrait team')
    await expectGoodPage(page, 'forgot', '/forgot', 'Use a recovery code')
    await expectGoodPage(page, 'privacy', '/privacy', /.+/)
    await expectGoodPage(page, 'safety', '/safety', /.+/)
    await expectGoodPage(page, 'rules', '/rules', /.+/)
    await expectGoodPage(page, 'transparency', '/transparency', 'How it is counted')
    await expectGoodPage(page, 'photo-request', '/photo-request', 'See what became of it')
    await expectGoodPage(page, 'not-found', '/nothing', 'Page not found')
  })

  journey('what visitors see of a community', async ({ aMember, visit }) => {
    const { postId, slug } = await aCommunity(aMember)
    const page = await visit('/login')
    await expectGoodPage(page, 'visitor-post', `/posts/${postId}`, 'What a dog')
    await expectGoodPage(page, 'visitor-profile', '/@anna', 'Anna Wambui')
    await expectGoodPage(page, 'visitor-pet', `/pets/${slug}`, 'Likes mud')
    await expectGoodPage(page, 'visitor-tag', '/tags/garden', '#garden')
    await expectGoodPage(page, 'visitor-species', '/explore/dogs', 'Dogs')
    await expectGoodPage(page, 'visitor-followers', '/@anna/followers', 'Ben Otieno')
  })

  journey('what one does with posts', async ({ aMember }) => {
    const named = (person: { username: string; fullname: string }) =>
      aMember({ ...person, username: `${person.username}.p` })
    const { anna, ben, postId } = await aCommunity(named)
    const { page } = ben
    await send(anna.page, 'PUT', `/api/posts/${postId}/like`)
    await expectGoodPage(page, 'feed', '/dashboard', 'Monday')
    const post = page.getByRole('article', { name: 'Post by anna.p' }).first()
    await post.getByRole('button', { name: 'ALT: Read the description of this photo' }).click()
    await post.getByRole('button', { name: 'Reply to ben.p' }).press('Enter')
    await expectGoodScreen(page, 'feed-replying')
    await post.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menu').waitFor()
    await expectGoodScreen(page, 'post-menu')
    await page.getByRole('menuitem', { name: 'See likes' }).click()
    await page.getByRole('dialog', { name: 'Likes' }).getByText('Anna Wambui').waitFor()
    await expectGoodScreen(page, 'likes')
    await expectGoodPage(page, 'post', `/posts/${postId}`, 'What a dog')
    await page.getByText('He knows').waitFor()
    const said = page.getByRole('article', { name: /: What a dog$/ })
    await said.getByRole('button', { name: /^More options/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectGoodScreen(page, 'comment-delete')

    await anna.page.goto(`/posts/${postId}`)
    await anna.page.getByRole('button', { name: 'More options for this post' }).click()
    await anna.page.getByRole('menuitem', { name: 'Delete' }).click()
    await anna.page.locator('dialog:modal').waitFor()
    await expectGoodScreen(anna.page, 'post-delete')
  })

  journey('what one changes of one’s posts', async ({ aMember }) => {
    const { page } = await aMember({ username: 'changer' })
    const { id } = await givenPost(page, { caption: 'As it was' })
    await expectGoodPage(page, 'post-edit', `/posts/${id}/edit`, 'Posted on')
    await page.getByRole('button', { name: 'Everyone', exact: true }).click()
    await page.locator('dialog:modal').waitFor()
    await expectGoodScreen(page, 'audience')
    await send(page, 'PATCH', `/api/posts/${id}`, { caption: 'As it is', place: 'Karura', audience: 'followers' })
    await expectGoodPage(page, 'post-history', `/posts/${id}/history`, 'Place: Karura')
    const { id: shelf } = await send<{ id: string }>(page, 'POST', '/api/collections', { name: 'Beach dogs' })
    await expectGoodPage(page, 'collection-empty', `/saved/${shelf}`, 'Nothing in here yet')
    await send(page, 'PUT', `/api/collections/${shelf}/posts/${id}`)
    await expectGoodPage(page, 'saved', '/saved', 'Beach dogs')
    await expectGoodPage(page, 'archive-none', '/archive', 'No archived posts')
    await send(page, 'PUT', `/api/posts/${id}/archive`)
    await page.goto('/archive')
    await page.getByRole('checkbox').check()
    await page.getByRole('toolbar').waitFor()
    await expectGoodScreen(page, 'archive')
  })

  journey('finding somebody', async ({ aMember }) => {
    const named = (person: { username: string; fullname: string }) =>
      aMember({ ...person, username: `${person.username}.s` })
    const { ben, slug } = await aCommunity(named)
    const { page } = ben
    await expectGoodPage(page, 'search-explore', '/dashboard/search', 'Explore')
    await page.getByLabel('Search users, pets and tags').pressSequentially('re')
    await page.getByRole('option').first().waitFor()
    await expectGoodScreen(page, 'search-suggestions')
    await expectGoodPage(page, 'search-results', '/dashboard/search?q=a', 'Users')
    await expectGoodPage(page, 'search-none', '/dashboard/search?q=zzzz', 'Nothing found')
    await expectGoodPage(page, 'profile-other', '/@anna.s', 'Anna Wambui')
    await expectGoodPage(page, 'pet', `/pets/${slug}`, 'Likes mud')
    await expectGoodPage(page, 'followers', '/@anna.s/followers', 'Ben Otieno')
    await expectGoodPage(page, 'following', '/@anna.s/following', 'Ben Otieno')
    await expectGoodPage(page, 'species', '/explore/dogs', 'Dogs')
    await expectGoodPage(page, 'species-none', '/explore/horses', 'No photos yet')
    await expectGoodPage(page, 'tag', '/tags/garden', '#garden')
    await expectGoodPage(page, 'tag-none', '/tags/nobodywrotethis', 'No posts with')
  })

  journey('what one hears of', async ({ aMember }) => {
    const named = (person: { username: string; fullname: string }) =>
      aMember({ ...person, username: `${person.username}.n` })
    const { anna, ben } = await aCommunity(named)
    await givenFollow(ben.page, anna.id)
    await expectGoodPage(anna.page, 'notifications', '/notifications', 'commented on')
    const quiet = await aMember({ username: 'quiet' })
    await expectGoodPage(quiet.page, 'notifications-none', '/notifications', 'No notifications yet')
    await expectGoodPage(quiet.page, 'muted-none', '/settings/muted', 'You haven’t muted anyone')
    await send(quiet.page, 'PUT', `/api/users/${anna.id}/mute`)
    await expectGoodPage(quiet.page, 'muted', '/settings/muted', 'Anna Wambui')
  })

  journey('what one pays for', async ({ aMember }) => {
    const { page } = await aMember({ fullname: 'Pendo Njeri', username: 'pendo' })
    await expectGoodPage(page, 'premium', '/dashboard/premium', 'Pay with M-Pesa')
    await expectGoodPage(page, 'payments-none', '/settings/payments', 'Nothing paid yet')
    await expectGoodPage(page, 'hidden-none', '/settings/hidden', 'You haven’t hidden anyone')
  })

  journey('what one has paid for', async ({ aMember }) => {
    const other = await aMember({ username: 'somebody.else' })
    const { page } = await aMember({ fullname: 'Pendo Njeri', username: 'pendo.n' })
    await givenPremium(page)
    await send(page, 'PUT', `/api/users/${other.id}/hide`, { days: 7 })
    await expectGoodPage(page, 'hidden-list', '/settings/hidden', '@somebody.else')
    await expectGoodPage(page, 'payments-paid', '/settings/payments', 'Premium is on')
    await page.getByRole('button', { name: 'Ask for a refund' }).click()
    await page.locator('dialog:modal').waitFor()
    await expectGoodScreen(page, 'refund')
    await expectGoodPage(page, 'premium-held', '/dashboard/premium', 'Your payments')
    await page.getByRole('link', { name: /^Receipt TEST-\d{6}$/ }).click()
    await page.getByRole('article', { name: /^Receipt TEST-/ }).waitFor()
    await expectGoodScreen(page, 'receipt')
  })

  journey('what is one’s own', async ({ aMember }) => {
    const { page } = await aMember({ fullname: 'Chep Korir', username: 'chep' })
    await expectGoodPage(page, 'feed-empty', '/dashboard', 'No posts yet')
    await expectGoodPage(page, 'profile-empty', '/dashboard/profile', 'No posts yet')
    await page.getByRole('tab', { name: 'Saved' }).click()
    await page.getByText('Nothing saved yet').waitFor()
    await expectGoodScreen(page, 'profile-saved')
    const { id: pet, slug } = await givenPet(page, { name: 'Tembo' })
    await givenPost(page, { caption: 'At home', pets: [pet] })
    await expectGoodPage(page, 'profile-own', '/dashboard/profile', 'Tembo')
    await expectGoodPage(page, 'settings', '/settings', 'Appearance')
    await expectGoodPage(page, 'settings-account', '/settings/account', 'Name and picture')
    await expectGoodPage(page, 'settings-security', '/settings/security', 'This device')
    await expectGoodPage(page, 'settings-privacy', '/settings/privacy', 'Approve followers')
    await expectGoodPage(page, 'settings-data', '/settings/data', 'Download everything')
    await expectGoodPage(page, 'settings-notifications', '/settings/notifications', 'Birthdays')
    await expectGoodPage(page, 'settings-appearance', '/settings/appearance', 'Theme')
    await expectGoodPage(page, 'pet-edit', `/pets/${slug}/edit`, 'Delete Tembo')
    await page.getByRole('button', { name: 'Delete Tembo' }).click()
    await page.locator('dialog:modal').waitFor()
    await expectGoodScreen(page, 'pet-delete')
    await expectGoodPage(page, 'pet-new', '/pets/new', 'Create page')
    await expectGoodPage(page, 'profile-edit', '/profile/edit', 'Save changes')
    await page.getByLabel('Bio').fill('New')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Save before you go?').waitFor()
    await expectGoodScreen(page, 'unsaved')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expectGoodPage(page, 'not-found-member', '/nothing', 'Page not found')
  })

  journey('making a post, and Premium', async ({ aMember }) => {
    const { page } = await aMember({ username: 'dalia' })
    await givenPet(page)
    await expectGoodPage(page, 'premium', '/dashboard/premium', 'Premium Plan')
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click()
    await page.locator('dialog:modal').waitFor()
    await expectGoodScreen(page, 'premium-phone')
    await expectGoodPage(page, 'create', '/dashboard/create', 'Choose your photos')
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile('one.jpg'), await jpegFile('two.jpg')])
    await expect.poll(() => page.getByRole('button', { name: 'on its way' }).count()).toBe(0)
    await openPhoto(page, 1)
    await page.getByTestId('container').waitFor()
    await page.getByLabel('Describe photo 1').fill('A garden')
    await expectGoodScreen(page, 'create-photo')
    await closePhoto(page)
    await expectGoodScreen(page, 'create-editing')
    const looked = Promise.withResolvers<void>()
    await page.route('**/api/posts', async (route) => {
      await looked.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('2 of 2 done').waitFor()
    await expectGoodScreen(page, 'create-sending')
    looked.resolve()
    await page.getByText('Posted', { exact: true }).waitFor()
    await expectGoodScreen(page, 'feed-posted')
  })
})
