import { type MentionSuggestion, suggestMentions } from '@pawtrait/contract/mention-suggestions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { aPet } from '../../../testing/fixtures.ts'
import { aPetInvite, aPetPerson } from '../../../testing/pet-people-fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { PetPeopleView } from './PetPeoplePage.tsx'

let net: FakeNetwork
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const text = (words: string | RegExp) => page.getByText(words)
const owner = aPetPerson('amina.o', { role: 'owner' })
const [joy, hassan] = [
  aPetPerson('joy.otieno'),
  aPetPerson('hassan_a', { role: 'sitter', until: '2026-12-02', addedBy: owner }),
]

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/pets/*/people', { status: 200, body: { people: [owner, joy, hassan], invites: [aPetInvite()] } })
  net.on('GET /api/pets/*/actions', { status: 200, body: { actions: [], cursor: null } })
})

const show = (more: Parameters<typeof aPet>[0] = {}) =>
  renderApp(
    <main>
      <h1>People</h1>
      <PetPeopleView pet={aPet({ name: 'Mango', backdrop: 'clay', ...more })} />
    </main>,
  )

test('PetPeopleView shows the people of a pet with their roles, and pending invitations', async () => {
  show()
  const people = page.getByRole('list', { name: '3 people' })
  await expect.element(people).toMatchTextContent(/Person amina\.o.*Added Mango on 4 June 2026/s)
  await expect.element(people).toMatchTextContent('Until 2 December 2026, then access ends by itself')
  await expect.element(page.getByRole('list', { name: 'Waiting for an answer' })).toMatchTextContent('musa.k')
  expect(await listAxeViolations()).toEqual([])
  document.documentElement.dataset.theme = 'dark'
  expect(await listAxeViolations()).toEqual([])
})

test('PetPeopleView shows a history of the new roles and of the hand-over of the pet', async () => {
  const action = { fields: [], at: '2026-11-20T10:00:00.000Z' }
  const actions = [
    { ...action, id: '2', verb: 'handed-over', actor: owner, user: joy, role: 'owner' },
    { ...action, id: '1', verb: 'joined', actor: joy, user: owner, role: 'owner' },
    { ...action, id: '0', verb: 'joined', actor: hassan, user: owner, role: 'carer' },
  ]
  net.on('GET /api/pets/*/actions', { status: 200, body: { actions, cursor: null } })
  show()
  const activityList = page.getByRole('list', { name: 'Activity' })
  await expect.element(activityList).toMatchTextContent('amina.o handed Mango over to joy.otieno')
  await expect.element(activityList).toMatchTextContent('joy.otieno became an owner')
  await expect.element(activityList).toMatchTextContent('hassan_a joined as a carer')
})

test('PetPeopleView changes roles, asks for the last day of a sitter, and shows an error on a conflict', async () => {
  show()
  net.on('PATCH /api/pets/*/people/*', { status: 200, body: { people: [], invites: [] } })
  await userEvent.click(button('Role of joy.otieno: Family'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Make a carer' }))
  await expect.element(text('joy.otieno is a carer now')).toBeVisible()
  await userEvent.click(button('Role of joy.otieno: Family'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Make a sitter' }))
  await page.getByLabelText('Until').fill('2027-01-02')
  await userEvent.click(button('Save'))
  await expect
    .poll(() => net.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body))
    .toEqual([
      { role: 'carer', until: null },
      { role: 'sitter', until: '2027-01-02' },
    ])
  net.on('PATCH /api/pets/*/people/*', errorReply('conflict', 409))
  await userEvent.click(button('Role of joy.otieno: Family'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Make a carer' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('There is always an owner. Hand over first.')
})

test('PetPeopleView asks for confirmation before it removes a person, and restores the focus on Escape', async () => {
  show()
  net.on('DELETE /api/pets/*/people/*', { status: 204 })
  await userEvent.click(button('Role of joy.otieno: Family'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Remove from Mango' }))
  await expect.element(page.getByRole('alertdialog', { name: 'Remove joy.otieno from Mango’s people?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(net.sent.some((sent) => sent.startsWith('DELETE'))).toBe(false)
  await expect.element(button('Role of joy.otieno: Family')).toHaveFocus()
  await userEvent.click(button('Role of joy.otieno: Family'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Remove from Mango' }))
  await userEvent.click(button('Remove'))
  await expect.element(text('joy.otieno no longer cares for Mango')).toBeVisible()
})

test('InviteDialog sends an invitation by username, and shows an error beside an unknown username', async () => {
  show()
  net.on('POST /api/pets/*/invites', errorReply('not-found', 404))
  await userEvent.click(button('Invite someone'))
  const dialog = page.getByRole('dialog', { name: 'Invite someone to Mango' })
  await userEvent.fill(dialog.getByLabelText('Who?'), '@unknown.one')
  await userEvent.click(dialog.getByText('Sitter', { exact: true }))
  await dialog.getByLabelText('Until').fill('2027-01-02')
  expect(await listAxeViolations()).toEqual([])
  await userEvent.click(button('Send invitation'))
  await expect.element(dialog.getByLabelText('Who?')).toHaveAccessibleDescription('No user has this username.')
  net.on('POST /api/pets/*/invites', { status: 201, body: { invite: aPetInvite(), link: null } })
  await userEvent.fill(dialog.getByLabelText('Who?'), 'musa.k')
  await userEvent.click(button('Send invitation'))
  await expect.element(text('Invitation sent to musa.k')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(net.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    role: 'sitter',
    until: '2027-01-02',
    username: 'musa.k',
  })
})

test('InviteDialog creates a link, and does not show the link again when reopened', async () => {
  show()
  net.on('POST /api/pets/*/invites', {
    status: 201,
    body: { invite: aPetInvite({ invitee: null }), link: 'http://localhost:3000/invitations/link#s3cret' },
  })
  await userEvent.click(button('Invite someone'))
  await userEvent.click(button('Make a link instead'))
  await expect.element(page.getByLabelText('The link')).toHaveValue('http://localhost:3000/invitations/link#s3cret')
  await userEvent.click(button('Done'))
  await userEvent.click(button('Invite someone'))
  await expect.element(page.getByLabelText('The link')).not.toBeInTheDocument()
})

test('PetPeopleView allows family to invite sitters and cancel invitations, but not to change roles', async () => {
  show({ myRole: 'family' })
  net.on('DELETE /api/pets/*/invites/*', { status: 204 })
  await expect.element(button('Invite someone')).toBeVisible()
  await expect.element(button(/^Role of/)).not.toBeInTheDocument()
  await expect.element(button('Choose a new owner')).not.toBeInTheDocument()
  await userEvent.click(button('Invite someone'))
  const dialog = page.getByRole('dialog', { name: 'Invite someone to Mango' })
  await expect.element(dialog.getByRole('radio')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Cancel invitation to musa.k'))
  await expect.element(text('Invitation cancelled')).toBeVisible()
})

test('PetPeopleView hides "Leave" from the last owner, and lets that owner hand over the pet and leave', async () => {
  show()
  net.on('POST /api/pets/*/invites', { status: 201, body: { invite: aPetInvite(), link: null } })
  await expect.element(button('Leave Mango')).not.toBeInTheDocument()
  await userEvent.click(button('Choose a new owner'))
  await userEvent.click(page.getByText('I leave Mango'))
  await userEvent.click(button('Send invitation'))
  await expect.element(text('Invitation sent to joy.otieno')).toBeVisible()
  expect(net.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    role: 'owner',
    username: 'joy.otieno',
    afterwards: 'leaves',
  })
})

describe('username suggestions in InviteDialog', () => {
  const [musa, lena] = [aPetPerson('musa.k'), aPetPerson('mu.lena')]
  const aHit = ({ id, username, fullname }: typeof musa): MentionSuggestion => ({
    ...{ id, type: 'user', name: username, detail: fullname, image: null, species: null, backdrop: null },
    postCount: null,
  })
  const field = () => page.getByRole('combobox', { name: 'Who?' })
  const options = () => page.getByRole('option')
  const active = () =>
    document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null

  async function typeMu(hits = [lena, joy, musa].map(aHit)) {
    const { id, username, fullname, image } = musa
    const pendingInvite = aPetInvite({ invitee: { id, username, fullname, image } })
    net.on('GET /api/pets/*/people', { status: 200, body: { people: [owner, joy, hassan], invites: [pendingInvite] } })
    net.on(`GET ${suggestMentions.path}`, { status: 200, body: { hits } })
    show()
    await userEvent.click(button('Invite someone'))
    await userEvent.click(field())
    await userEvent.keyboard('mu')
    await expect.element(options().first()).toBeVisible()
  }

  test('show only users, with the reason why some of them cannot be invited', async () => {
    await typeMu()
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    expect(net.requests.findLast(({ path }) => path === suggestMentions.path)?.query.toString()).toBe(
      'q=%40mu&only=users',
    )
    await expect
      .element(page.getByRole('option', { name: /^joy.otieno/ }))
      .toMatchTextContent('Cares for Mango already')
    await expect.element(page.getByRole('option', { name: /^musa.k/ })).toMatchTextContent('Invited already')
    await expect
      .element(page.getByText('3 people found. Arrow down goes to the list.'))
      .toHaveAttribute('role', 'status')
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('are highlighted with arrow keys, and selected with Enter only if the user can be invited', async () => {
    await typeMu()
    net.on('POST /api/pets/*/invites', { status: 201, body: { invite: aPetInvite(), link: null } })
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(active).toContain('joy.otieno')
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('mu')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.element(field()).toHaveValue('mu.lena')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field()).toHaveFocus()
    expect(net.sent.some((sent) => sent.startsWith('POST'))).toBe(false)
    await userEvent.keyboard('{Enter}')
    await expect.element(text('Invitation sent to mu.lena')).toBeVisible()
  })

  test('close on the first Esc, before the dialog closes, and reopen on arrow down', async () => {
    await typeMu()
    await userEvent.keyboard('{Escape}')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field()).toHaveValue('mu')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('fill the field on a click, and leave the typed text unchanged when they fail to load', async () => {
    await typeMu()
    await userEvent.click(page.getByRole('option', { name: /^joy.otieno/ }), { force: true })
    await expect.element(field()).toHaveValue('mu')
    await userEvent.click(options().first())
    await expect.element(field()).toHaveValue('mu.lena')
    await expect.element(field()).toHaveFocus()
    net.on(`GET ${suggestMentions.path}`, () => Promise.reject(new TypeError('Failed to fetch')))
    await userEvent.keyboard('x')
    await userEvent.click(button('Send invitation'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The invitation was not sent')
    await expect.element(field()).toHaveValue('mu.lenax')
  })
})
