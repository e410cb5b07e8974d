import { expect, vi } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { type Journey, journeyInSeparateApp } from './journey.ts'
import { MODERATOR_PASSWORD, makeModerator } from './moderator.ts'
import { fillLogIn } from './person.ts'
import { callApi, createFollow, createTestPost, type Member } from './test-data.ts'
import { waitUntilDrawn } from './wait-until-still.ts'

const inOwnApp = journeyInSeparateApp()

// Long timeout, because each test opens pages of several users and checks each screen in two themes and sizes.
vi.setConfig({ testTimeout: 240_000 })

const report = (who: Member, type: string, id: string, reason: string, note = '') =>
  callApi(who.page, 'POST', '/api/reports', { subject: { type, id }, reason, note })

const dialog = ({ page }: Member) => page.locator('dialog:modal')
const rule = ({ page }: Member) => page.getByLabel('Rule', { exact: true })

/** Signs up a moderator who uses a desktop and a keyboard. */
async function aModerator({ app, aMember }: Pick<Journey, 'app' | 'aMember'>, username: string) {
  const member = await aMember({ username }, { size: 'desktop' })
  await makeModerator(app, member)
  return member
}

inOwnApp('a post taken down by keyboard is restored when the author’s appeal is granted', async ({ app, aMember }) => {
  const seller = await aMember({ username: 'seller.d' })
  const reader = await aMember({ username: 'reader.d' })
  const first = await aModerator({ app, aMember }, 'first.mod')
  const second = await aModerator({ app, aMember }, 'second.mod')
  await createFollow(reader.page, seller.id)
  const { id } = await createTestPost(seller.page, { caption: 'Puppies, cheap' })
  await report(reader, 'post', id, 'selling', 'They ask for money first.')

  const desk = first.page
  await desk.goto('/moderation')
  await desk.getByText('Post by seller.d', { exact: true }).waitFor()
  await expectAccessibleScreen(desk, 'desk-queue')
  await desk.keyboard.press('j')
  await desk.keyboard.press('t')
  await desk.getByRole('cell', { name: 'You', exact: true }).waitFor()
  await desk.keyboard.press('Enter')
  await desk.getByText('They ask for money first.').waitFor()
  await desk.getByText('Take it down').waitFor()
  await waitUntilDrawn(desk) // A shortcut works once its button is rendered.
  await desk.keyboard.press('a')
  await expect.poll(() => desk.evaluate('document.activeElement?.value')).toBe('dismiss')
  await desk.getByText('Take it down').click()
  await rule(first).selectOption({ label: 'No selling of animals, no scams' })
  await expectAccessibleScreen(desk, 'desk-case')
  // Ends sudo mode, which would last ten minutes, so that the app requests a proof of identity.
  await desk.context().clearCookies({ name: /pt_sudo/ })
  await desk.getByRole('button', { name: 'Decide and next' }).click()
  await dialog(first).getByLabel('Password', { exact: true }).fill(MODERATOR_PASSWORD)
  await dialog(first).getByRole('button', { name: 'Continue' }).click()
  await desk.getByText('No reports').waitFor()

  await reader.page.goto(`/posts/${id}`)
  await reader.page.getByText('Page not found').waitFor()
  const { page } = seller
  await page.goto('/notifications')
  await page.getByText('A moderator took down your post').waitFor()
  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Open Decisions about you' }).click()
  await page.getByRole('link', { name: /^Taken down/ }).waitFor()
  await expectAccessibleScreen(page, 'decisions')
  await page.getByRole('link', { name: /^Taken down/ }).click()
  await page.getByText('Animals are not sold here', { exact: false }).waitFor()
  await expectAccessibleScreen(page, 'statement')
  expect(await (await page.request.get(page.url())).text()).toContain('Animals are not sold here')
  await page.getByLabel('Why should we look at it again?').fill('They look for a home, for nothing.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Another moderator will read your appeal.', { exact: false }).waitFor()

  await desk.goto('/moderation/appeals')
  await desk.getByText('You decided this.', { exact: false }).waitFor()
  await second.page.goto('/moderation/appeals')
  await second.page.getByText('They look for a home, for nothing.').waitFor()
  await expectAccessibleScreen(second.page, 'desk-appeals')
  await second.page.getByLabel('Note to seller.d (optional)').fill('You are right.')
  await second.page.getByRole('button', { name: 'They are right: undo it' }).click()
  await second.page.getByText('No appeals').waitFor()

  await page.reload()
  await page.getByText('You were right, and the decision is undone.', { exact: false }).waitFor()
  await page.getByText('You are right.', { exact: true }).waitFor()
  await page.goto('/notifications')
  await page.getByText('Another moderator read your appeal. You were right').waitFor()
  await reader.page.goto(`/posts/${id}`)
  await reader.page.getByText('Puppies, cheap').first().waitFor()
})

inOwnApp(
  'a suspended user sees the reason at log-in, and can log in again after the decision is undone',
  async ({ app, aMember, visit }) => {
    const rude = await aMember({ username: 'rude.s' })
    const reader = await aMember({ username: 'reader.s' })
    const moderator = await aModerator({ app, aMember }, 'mod.s')
    await report(reader, 'user', rude.id, 'harassment')

    const desk = moderator.page
    await desk.goto('/moderation?kind=user')
    await desk.getByText('Profile of rude.s', { exact: true }).click()
    await desk.getByText('Suspend the account').click()
    await desk.getByText('7 days').click()
    await rule(moderator).selectOption({ label: 'No bullying, no threats' })
    await desk.getByRole('button', { name: 'Decide and next' }).click()
    await desk.getByRole('button', { name: 'Undo' }).waitFor()

    const page = await visit('/login')
    await fillLogIn(page, rude.username, rude.zipcode)
    await page.getByRole('heading', { name: 'This account is suspended' }).waitFor()
    expect(await page.getByText('Error logging in').count()).toBe(0)
    await expectAccessibleScreen(page, 'log-in-suspended')
    await page.getByRole('link', { name: 'See why, and appeal' }).click()
    await page.getByRole('heading', { name: 'Account suspended' }).waitFor()
    await expectAccessibleScreen(page, 'statement-suspended')
    await page.getByLabel('Why should we look at it again?').fill('We are cousins, and we joke.')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await page.getByText('Another moderator will read your appeal.', { exact: false }).waitFor()

    await desk.getByRole('link', { name: /^Decided/ }).click()
    await desk.getByText('Profile of rude.s', { exact: true }).click()
    await desk.getByRole('button', { name: 'Undo: Account suspended' }).click()
    await desk.getByText('Undone. It is back in the queue.').waitFor()
    await page.goto('/login')
    await fillLogIn(page, rude.username, rude.zipcode)
    await page.waitForURL('**/dashboard')
  },
)

inOwnApp(
  'a moderator can take down three selected posts in one step, and other users get "Page not found"',
  async ({ app, aMember }) => {
    const spammer = await aMember({ username: 'spam.w' })
    const reader = await aMember({ username: 'reader.w' })
    const moderator = await aModerator({ app, aMember }, 'mod.w')
    for (const caption of ['Buy one', 'Buy two', 'Buy three'])
      await report(reader, 'post', (await createTestPost(spammer.page, { caption })).id, 'other')
    const { page } = moderator
    await page.goto('/moderation?kind=post&reason=other')
    await page.getByText('Buy three').waitFor()
    await waitUntilDrawn(page)
    await waitForLazyModules(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByText('3 selected').waitFor()
    await expectAccessibleScreen(page, 'desk-ticked')
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await dialog(moderator).getByText('Take it down').click()
    await rule(moderator).selectOption({ label: 'No spam' })
    await expectAccessibleScreen(page, 'desk-many')
    await dialog(moderator).getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByText('3 reports decided').waitFor()
    await page.getByText('No matching reports').waitFor()

    await reader.page.goto('/moderation')
    await reader.page.getByText('Page not found').waitFor()
  },
)
