import { expect, vi } from 'vitest'
import type { RunningApp } from './app.ts'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { createApiClient, createPhotoForm } from './client.ts'
import { journeyInSeparateApp } from './journey.ts'
import { MODERATOR_PASSWORD, makeModerator } from './moderator.ts'
import { fillLogIn } from './person.ts'
import { callApi } from './test-data.ts'

vi.setConfig({ testTimeout: 300_000 })

// More accounts than fit on one page of the moderation queue. `waves.test.ts` covers the maximum, 200 accounts.
const ACCOUNTS = 60
// Enough concurrent accounts to keep two cores busy.
const AT_ONCE = 8
const TEXT = 'Win a lifetime of free kibble, dear friends: write to us today and tell all your neighbours'

// A local instance detects spam only with this setting.
const flooded = journeyInSeparateApp({ SPAM_WAVE: '5' })

/** Posts the text and a unique picture from a new account. Returns the post’s id. */
async function spam(app: RunningApp, number: number): Promise<string> {
  const bot = await createApiClient(app, `bot.number.${number}`)
  const { id } = (await (await bot.call(app, 'POST', '/api/photos', await createPhotoForm(96, 72))).json()) as {
    id: string
  }
  const answer = await bot.call(app, 'POST', '/api/posts', { photos: [{ id }], caption: `${TEXT} ${number}` })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** Posts from all accounts, `AT_ONCE` at a time. */
async function flood(app: RunningApp): Promise<string[]> {
  const posts: string[] = []
  let next = 0
  const postInTurn = async () => {
    while (next < ACCOUNTS) posts.push(await spam(app, next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postInTurn))
  return posts
}

flooded(
  'a moderator bans all 60 accounts of a spam wave in one step, and their posts return 404',
  async ({ app, aMember, visit }) => {
    const moderator = await aMember({ username: 'mod.wave' }, { size: 'desktop' })
    await makeModerator(app, moderator)
    const { page } = await aMember({ username: 'reader.wave' })
    const posts = await flood(app)
    const desk = moderator.page
    type Queue = { reports: { wave: { size: number } | null }[] }
    const readWaveSize = async () =>
      (await callApi<Queue>(desk, 'GET', '/api/moderation/reports')).reports[0]?.wave?.size
    await expect.poll(readWaveSize, { timeout: 120_000 }).toBe(ACCOUNTS)

    await desk.goto('/moderation')
    await desk
      .getByRole('link', { name: `Wave of ${ACCOUNTS}` })
      .first()
      .waitFor()
    await expectAccessibleScreen(desk, 'desk-of-a-wave')
    await waitForLazyModules(desk)
    await desk.keyboard.press('j')
    await desk.keyboard.press('w')
    await desk.getByRole('button', { name: `Select all ${ACCOUNTS}` }).waitFor()
    await expectAccessibleScreen(desk, 'desk-wave')
    await desk.keyboard.press('w')
    await desk.getByText(`${ACCOUNTS} selected`).waitFor()
    await desk.keyboard.press('a')
    const dialog = desk.getByRole('dialog', { name: `Decide about ${ACCOUNTS} reports` })
    await dialog.getByText('Ban the account').click()
    await dialog.getByLabel('Rule', { exact: true }).selectOption({ label: 'No spam' })
    // Ends sudo mode, which would last ten minutes, so that the app requests one proof of identity.
    await desk.context().clearCookies({ name: /pt_sudo/ })
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
    const sudo = desk.getByRole('dialog', { name: 'Confirm it’s you' })
    await sudo.getByLabel('Password', { exact: true }).fill(MODERATOR_PASSWORD)
    await sudo.getByRole('button', { name: 'Continue' }).click()
    await desk.getByText(`${ACCOUNTS} reports decided`).waitFor()
    await desk.getByText('No open reports in this wave').waitFor()

    await page.goto(`/posts/${posts[0]}`)
    await page.getByText('Page not found').waitFor()
    await page.goto('/@bot.number.59')
    await page.getByText('Page not found').waitFor()
    const visitor = await visit('/')
    for (const id of posts.slice(0, 20))
      expect((await visitor.request.get(`${app.origin}/api/posts/${id}`)).status()).toBe(404)
    await visitor.goto('/login')
    await fillLogIn(visitor, 'bot.number.7', '00100')
    await visitor.getByRole('heading', { name: 'This account is banned' }).waitFor()
    await expectAccessibleScreen(visitor, 'log-in-banned')
    await visitor.getByRole('link', { name: 'See why, and appeal' }).click()
    await visitor.getByRole('heading', { name: 'Account banned' }).waitFor()
  },
)
