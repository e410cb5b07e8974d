import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { createSignUpData } from './person.ts'
import { callApi, createTestPet, createTestPost } from './test-data.ts'

const peopleOf = async (page: Page, slug: string) => {
  await page.goto(`/pets/${slug}/people`)
  await page.getByRole('heading', { name: 'What each role can do' }).waitFor()
  const rows = page.getByRole('list', { name: /^\d people$|^1 person$/ }).getByRole('listitem')
  return Promise.all((await rows.all()).map((row) => row.innerText()))
}

const idOfInvitation = async (page: Page) =>
  (await callApi<{ invitations: { id: string }[] }>(page, 'GET', '/api/invitations')).invitations[0]?.id ?? ''

describe('shared pet', () => {
  journey('gets an invited family member who later becomes the owner', async ({ aMember, visit }) => {
    const [amina, joy] = [
      await aMember({ fullname: 'Amina Otieno', username: 'amina.shares' }, { size: 'desktop' }),
      await aMember({ fullname: 'Joy Otieno', username: 'joy' }),
    ]
    const { slug, id: pet } = await createTestPet(amina.page, { name: 'Mango' })
    await amina.page.goto(`/pets/${slug}`)
    await amina.page.getByRole('link', { name: 'People' }).click()
    await amina.page.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = amina.page.getByRole('dialog', { name: 'Invite someone to Mango' })
    await dialog.getByLabel('Who?').fill('jo')
    await dialog.getByRole('option', { name: 'Joy Otieno' }).click()
    await dialog.getByText('Joy Otieno').waitFor()
    await expectAccessibleScreen(amina.page, 'pet-invite')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await amina.page.getByText('Invitation sent to joy').waitFor()
    await expectAccessibleScreen(amina.page, 'pet-people')

    await joy.page.goto(`/invitations/${await idOfInvitation(joy.page)}`)
    await joy.page.getByRole('heading', { name: 'Join Mango’s family?' }).waitFor()
    await expectAccessibleScreen(joy.page, 'invitation')
    await joy.page.getByRole('button', { name: 'Accept' }).click()
    await joy.page.waitForURL(`**/pets/${slug}`)
    await joy.page.getByText('You care for Mango now').waitFor()
    // The owner’s open page shows the change without a reload.
    await amina.page.getByRole('heading', { name: '2 people', exact: true }).waitFor()
    await createTestPost(joy.page, { caption: 'Mango at mine', pets: [pet] })
    const visitor = await visit(`/pets/${slug}`)
    await visitor.getByRole('link', { name: /Mango at mine/ }).waitFor()
    expect(await peopleOf(joy.page, slug)).toHaveLength(2)

    await amina.page.goto(`/pets/${slug}/people`)
    await amina.page.getByRole('button', { name: 'Choose a new owner' }).click()
    await amina.page.getByText('I leave Mango').click()
    await amina.page.getByRole('button', { name: 'Send invitation' }).click()
    await amina.page.getByText('Invitation sent to joy').waitFor()
    await joy.page.goto(`/invitations/${await idOfInvitation(joy.page)}`)
    await joy.page.getByRole('heading', { name: 'Take over as Mango’s owner?' }).waitFor()
    await joy.page.getByText('amina.shares leaves Mango when you accept.').waitFor()
    await joy.page.getByRole('button', { name: 'Accept' }).click()
    await joy.page.waitForURL(`**/pets/${slug}`)
    const [only, ...others] = await peopleOf(joy.page, slug)
    expect([only, others]).toEqual([expect.stringContaining('Owner, you'), []])
    await joy.page.getByText('amina.shares handed Mango over to joy').waitFor()
    await amina.page.goto(`/pets/${slug}/people`)
    await amina.page.getByText('Page not found').waitFor()
  })

  journey('gets a carer who signs up from an invitation link and can leave later', async ({ aMember, visit }) => {
    const { page } = await aMember({ fullname: 'Wanjiru Kamau', username: 'wanjiru.shares' })
    const { slug } = await createTestPet(page, { name: 'Biscuit' })
    await page.goto(`/pets/${slug}/invite`)
    const dialog = page.getByRole('dialog', { name: 'Invite someone to Biscuit' })
    await dialog.getByText('Carer', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Make a link instead' }).click()
    const link = await dialog.getByLabel('The link').inputValue()
    const path = link.slice(new URL(link).origin.length)

    const visitor = await visit(path)
    await visitor.getByRole('heading', { name: 'Help to look after Biscuit?' }).waitFor()
    await visitor.getByRole('link', { name: 'New here? Sign up' }).click()
    const { fullname, username, email, zipcode } = createSignUpData({ fullname: 'Hassan A', username: 'hassan' })
    await visitor.getByLabel('Full name').fill(fullname)
    await visitor.getByLabel('Username', { exact: true }).fill(username)
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByLabel('Zip code', { exact: true }).fill(zipcode)
    await visitor.getByRole('button', { name: 'Create my account' }).click()
    await visitor.waitForURL('**/login?**')
    await visitor.getByLabel('Zip code', { exact: true }).fill(zipcode)
    await visitor.getByRole('button', { name: 'Log In' }).click()
    await visitor.waitForURL('**/invitations/link**')
    await visitor.getByRole('button', { name: 'Accept' }).click()
    await visitor.waitForURL(`**/pets/${slug}`)

    const late = await visit(path)
    await late.getByText('This invitation has ended').waitFor()
    await visitor.goto(`/pets/${slug}/people`)
    await visitor.getByRole('button', { name: 'Leave Biscuit' }).click()
    await visitor.getByRole('button', { name: 'Leave', exact: true }).click()
    await visitor.getByText('You have left Biscuit').waitFor()
    expect(await peopleOf(page, slug)).toHaveLength(1)
  })
})
