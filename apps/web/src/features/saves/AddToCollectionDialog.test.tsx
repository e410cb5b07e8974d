import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { clickCheckbox } from '../../testing/click-checkbox.ts'
import { aCollection } from '../../testing/draft-fixtures.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AddToCollectionDialog } from './AddToCollectionDialog.tsx'

let net: FakeNetwork
const post = aPost()
const [dogs, cats] = [aCollection(), aCollection({ name: 'Cats in boxes', postCount: 2, holds: true })]
const collectionCheckbox = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const placedReply = (id: string, holds: boolean) => ({
  status: 200,
  body: { collectionId: id, postId: post.id, holds },
})

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/collections', { status: 200, body: { collections: [dogs, cats] } })
})

const show = () => renderApp(<AddToCollectionDialog post={post} open onClose={() => {}} />)

function Opened() {
  const [open, setOpen] = useState(true)
  return <AddToCollectionDialog post={post} open={open} onClose={() => setOpen(false)} />
}

describe('AddToCollectionDialog', () => {
  test('shows which collections contain the post, and saves each checkbox change immediately', async () => {
    net.on('PUT /api/collections/*/posts/*', placedReply(dogs.id, true))
    net.on('DELETE /api/collections/*/posts/*', placedReply(cats.id, false))
    show()
    await expect.element(collectionCheckbox('Cats in boxes')).toBeChecked()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(collectionCheckbox('Beach dogs'))
    await userEvent.click(collectionCheckbox('Cats in boxes'))
    await expect
      .poll(() => net.sent.filter((request) => !request.startsWith('GET')))
      .toEqual([
        `PUT /api/collections/${dogs.id}/posts/${post.id}`,
        `DELETE /api/collections/${cats.id}/posts/${post.id}`,
      ])
  })

  test('does not flash the previous state after a checkbox is clicked', async () => {
    net.on('PUT /api/collections/*/posts/*', deferredReply().answer)
    show()
    await expect.element(collectionCheckbox('Beach dogs')).toBeVisible()
    expect(await clickCheckbox(collectionCheckbox('Beach dogs').element())).toBe(true)
  })

  test('keeps a checkbox change when the response to an earlier list request arrives', async () => {
    const [late, placing] = [deferredReply(), deferredReply()]
    net.on('PUT /api/collections/*/posts/*', placing.answer)
    const queries = show()
    await expect.element(collectionCheckbox('Beach dogs')).toBeVisible()
    net.on('GET /api/collections', late.answer)
    void queries.invalidateQueries({ queryKey: ['collections'] })
    await expect.poll(() => net.sent.filter((request) => request === 'GET /api/collections')).toHaveLength(2)
    await userEvent.click(collectionCheckbox('Beach dogs'))
    late.give({ status: 200, body: { collections: [dogs, cats] } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(collectionCheckbox('Beach dogs')).toBeChecked()
  })

  test('reverts the checkbox and shows an error when the server refuses the change', async () => {
    net.on('PUT /api/collections/*/posts/*', errorReply('unavailable', 503))
    show()
    await userEvent.click(collectionCheckbox('Beach dogs'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: Beach dogs. Try again.')
    await expect.element(collectionCheckbox('Beach dogs')).not.toBeChecked()
    net.on('PUT /api/collections/*/posts/*', placedReply(dogs.id, true))
    await userEvent.click(collectionCheckbox('Beach dogs'))
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('shows which collection was not changed when one of two simultaneous changes fails', async () => {
    const placing = deferredReply()
    net.on('PUT /api/collections/*/posts/*', placing.answer)
    net.on('DELETE /api/collections/*/posts/*', placedReply(cats.id, false))
    show()
    await userEvent.click(collectionCheckbox('Beach dogs'))
    await userEvent.click(collectionCheckbox('Cats in boxes'))
    placing.give(errorReply('unavailable', 503))
    await expect.poll(() => net.sent).toContain(`DELETE /api/collections/${cats.id}/posts/${post.id}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: Beach dogs. Try again.')
  })

  test('shows a toast for changes that fail after the dialog was closed', async () => {
    const [placing, taking] = [deferredReply(), deferredReply()]
    net.on('PUT /api/collections/*/posts/*', placing.answer)
    net.on('DELETE /api/collections/*/posts/*', taking.answer)
    renderApp(<Opened />)
    await userEvent.click(collectionCheckbox('Beach dogs'))
    await userEvent.click(collectionCheckbox('Cats in boxes'))
    await userEvent.click(page.getByRole('button', { name: 'Done' }))
    placing.give(errorReply('unavailable', 503))
    await expect.element(page.getByRole('status')).toMatchTextContent('Not changed: Beach dogs. Try again.')
    taking.give(errorReply('unavailable', 503))
    await expect.element(page.getByRole('status')).toMatchTextContent('Not changed: Beach dogs and Cats in boxes.')
  })

  test('creates a collection with the post for a user who has no collections', async () => {
    net.on('GET /api/collections', { status: 200, body: { collections: [] } })
    net.on('POST /api/collections', { status: 201, body: dogs })
    net.on('PUT /api/collections/*/posts/*', placedReply(dogs.id, true))
    show()
    await expect.element(page.getByText('You have no collections yet. Make one, and this post is in it.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'New collection' }))
    const naming = page.getByRole('dialog', { name: 'New collection' })
    await userEvent.fill(naming.getByLabelText('Name'), 'Beach dogs')
    await userEvent.click(naming.getByRole('button', { name: 'Create' }))
    await expect.poll(() => net.sent).toContain(`PUT /api/collections/${dogs.id}/posts/${post.id}`)
  })
})
