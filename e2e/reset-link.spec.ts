import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { createResetLink } from './pawtrait-command.ts'
import { fillLogIn } from './person.ts'

journey('the link from `pawtrait reset-signin` sets a new zip code only once', async ({ app, aMember, visit }) => {
  const { username } = await aMember({ username: 'lost.l' })
  const page = await visit('/login')
  await page.getByRole('link', { name: 'Forgot how you log in?' }).click()
  await page.getByText('The people who run this site can send you a link to log in.').waitFor()

  const link = await createResetLink(app.dataDir, username)
  await page.goto(link)
  await page.getByText('This link is for @lost.l.').waitFor()
  await expectAccessibleScreen(page, 'reset-sign-in')
  await page.getByLabel('New zip code').fill('80100')
  await page.getByRole('button', { name: 'Set my zip code' }).click()
  await page.getByText('Your new zip code is set').waitFor()
  await fillLogIn(page, username, '80100')
  await page.waitForURL('**/dashboard')

  const elsewhere = await visit(link)
  await elsewhere.getByText('This link was used or has expired.', { exact: false }).waitFor()
  await elsewhere.getByRole('button', { name: 'Set my zip code' }).waitFor({ state: 'hidden' })
  await elsewhere.getByRole('link', { name: 'Forgot how you log in?' }).click()
  await elsewhere.getByRole('heading', { name: 'Get back in' }).waitFor()
})
