import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderFeedPosts } from '../../testing/render-feed-posts.tsx'

let net: FakeNetwork
const post = aPost()
const { username } = post.author
const button = (name: string) => page.getByRole('button', { name, exact: true })
const menu = () => page.getByRole('button', { name: 'More options for this post' })
const reason = (name: string) => page.getByRole('radio', { name })
const sentReports = () => net.requests.filter(({ path }) => path === '/api/reports').map(({ body }) => body)

beforeEach(() => {
  net = fakeNetwork()
})

/** Opens the post's menu by keyboard and chooses Report. */
async function askToReport() {
  renderFeedPosts(post)
  menu().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('r{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Why are you reporting this post?' })).toBeVisible()
}

describe('ReportDialog on a post', () => {
  test('sends the reason and the note, shows thanks, and returns the focus to the menu button', async () => {
    net.on('POST /api/reports', { status: 201, body: { reported: true } })
    await askToReport()
    expect(await listAxeViolations()).toEqual([])
    await expect.element(page.getByText(`${username} is not told who reported.`, { exact: false })).toBeVisible()
    const rules = page.getByRole('link', { name: 'Read the rules' })
    await expect.element(rules).toHaveAttribute('href', '/rules')
    // The rules open in a new tab, so that the form keeps its input.
    await expect.element(rules).toHaveAttribute('target', '_blank')
    await userEvent.click(reason('Private details, such as an address'))
    await userEvent.fill(page.getByLabelText('What should we look at? (optional)'), 'Photo 2 shows our gate.')
    await expect.element(page.getByText('477 characters left')).toBeInTheDocument()
    await userEvent.click(button('Send report'))
    await expect.element(page.getByRole('dialog', { name: 'Thank you for telling us' })).toBeVisible()
    await expect.element(page.getByText('A moderator will look at it', { exact: false })).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
    const note = 'Photo 2 shows our gate.'
    expect(sentReports()).toEqual([{ subject: { type: 'post', id: post.id }, reason: 'private-details', note }])
    await userEvent.click(button('Done'))
    await expect.element(menu()).toHaveFocus()
  })

  test('shows an error and sends nothing without a reason', async () => {
    await askToReport()
    await userEvent.click(button('Send report'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Choose a reason first.')
    await userEvent.click(reason('Not their photo'))
    await expect.element(page.getByText('Choose a reason first.')).not.toBeInTheDocument()
    expect(sentReports()).toEqual([])
  })

  test('retains the reason and the note after a failure, even when the dialog is closed and reopened', async () => {
    net.on('POST /api/reports', errorReply('unavailable', 503))
    await askToReport()
    await userEvent.click(reason('Something else'))
    await userEvent.fill(page.getByLabelText('What should we look at? (optional)'), 'Look closely')
    await userEvent.click(button('Send report'))
    await expect.element(page.getByText('The report was not sent')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu()).toHaveFocus()
    await userEvent.click(menu())
    await userEvent.click(page.getByRole('menuitem', { name: 'Report' }))
    await expect.element(reason('Something else')).toBeChecked()
    await expect.element(page.getByLabelText('What should we look at? (optional)')).toHaveValue('Look closely')
  })

  test('offers to block the author after the report is sent, but does not offer to report them again', async () => {
    net.on('POST /api/reports', { status: 201, body: { reported: true } })
    await askToReport()
    await userEvent.click(reason('Selling animals or a scam'))
    await userEvent.click(button('Send report'))
    await userEvent.click(button(`Block ${username}`))
    await expect.element(page.getByRole('dialog', { name: `Block ${username}?` })).toBeVisible()
    expect(page.getByRole('checkbox', { name: /^Report them as well/ }).elements()).toEqual([])
    await userEvent.click(button('Cancel'))
    await expect.element(menu()).toHaveFocus()
  })
})
