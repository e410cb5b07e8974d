import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { aCollection } from '../../testing/draft-fixtures.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPost } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { CollectionPage } from './CollectionPage.tsx'

let net: FakeNetwork
const collection = aCollection({ postCount: 1 })
const posts = 'GET /api/collections/*/posts'
beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/collections/*', { status: 200, body: collection })
  net.on('GET /api/species-filter', { status: 200, body: { species: [], words: [] } })
  net.on(posts, { status: 200, body: { posts: [aPost({ caption: 'Surf.' })], cursor: null } })
})

const show = () =>
  renderApp(
    <Routes>
      <Route path="/saved/:id" element={<CollectionPage />} />
    </Routes>,
    { at: `/saved/${collection.id}` },
  )
const text = (words: string | RegExp) => page.getByText(words)

describe('CollectionPage', () => {
  test('shows a collection with its posts, and renames the collection in a dialog', async () => {
    show()
    await expect.element(page.getByRole('link', { name: /Surf\./ })).toBeInTheDocument()
    await expect.element(text('1 post')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    net.on('PATCH /api/collections/*', { status: 200, body: { ...collection, name: 'Waves' } })
    await userEvent.click(page.getByRole('button', { name: 'Rename' }))
    const dialog = page.getByRole('dialog', { name: 'Rename this collection' })
    await userEvent.fill(dialog.getByLabelText('Name'), 'Waves')
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    await expect.element(text('Renamed to Waves.')).toBeVisible()
    expect(net.requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Waves' })
  })

  test('asks for confirmation before it deletes a collection, and shows an error when the deletion fails', async () => {
    show()
    net.on('DELETE /api/collections/*', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('button', { name: 'Delete' }))
    const dialog = page.getByRole('alertdialog', { name: 'Delete Beach dogs?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The collection was not deleted')
    net.on('DELETE /api/collections/*', { status: 204 })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect.element(text('Beach dogs is deleted. Its posts are still saved.')).toBeVisible()
  })

  test('explains how to add posts to an empty collection', async () => {
    net.on(posts, { status: 200, body: { posts: [], cursor: null } })
    show()
    await expect.element(text('Save a post and choose “Add to a collection”.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Hidden animals' })).not.toBeInTheDocument()
  })

  test('links to the animal filter when the filter hides all posts', async () => {
    net.on(posts, { status: 200, body: { posts: [], cursor: null } })
    net.on('GET /api/species-filter', { status: 200, body: { species: ['tortoise'], words: [] } })
    show()
    await expect.element(text(/they show animals or words you hide/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Hidden animals' }))
      .toHaveAttribute('href', '/settings/animals')
  })
})
