import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { render } from '../../testing/render.tsx'
import { LoadErrorMessage } from './LoadErrorMessage.tsx'
import { QueryContent } from './QueryContent.tsx'

type Query = { data: string[] | undefined; errorUpdateCount: number; isFetching: boolean }

const failed: Query = { data: undefined, errorUpdateCount: 1, isFetching: false }
const retrying: Query = { ...failed, isFetching: true }

const answers = new EventTarget()
const show = (query: Query) => answers.dispatchEvent(new CustomEvent('answer', { detail: query }))

/** List with a failed query. The test dispatches the result of each retry. */
function Fish({ isHeaded = false }: { isHeaded?: boolean }) {
  const [query, setQuery] = useState(failed)
  useEffect(() => {
    const take = (event: Event) => setQuery((event as CustomEvent<Query>).detail)
    answers.addEventListener('answer', take)
    return () => answers.removeEventListener('answer', take)
  }, [])
  const refetch = async () => setQuery(retrying)
  return (
    <section>
      <QueryContent query={{ ...query, refetch }} failed="Fish could not be loaded">
        {(names) => (
          <div>
            {isHeaded && <h2>Fish</h2>}
            <ul>
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </div>
        )}
      </QueryContent>
      <button type="button">Elsewhere</button>
    </section>
  )
}

const tryAgain = page.getByRole('button', { name: 'Try again' })

async function pressTryAgain() {
  await userEvent.tab()
  await expect.element(tryAgain).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(tryAgain).toHaveAttribute('aria-busy')
}

test('LoadErrorMessage moves the focus to the list that loads after "Try again"', async () => {
  render(<Fish />)
  await pressTryAgain()
  show({ data: ['Perch'], errorUpdateCount: 1, isFetching: false })
  await expect.element(page.getByRole('list')).toHaveFocus()
})

test('LoadErrorMessage moves the focus to the heading of the loaded content, if there is one', async () => {
  render(<Fish isHeaded />)
  await pressTryAgain()
  show({ data: ['Perch'], errorUpdateCount: 1, isFetching: false })
  await expect.element(page.getByRole('heading', { name: 'Fish' })).toHaveFocus()
})

test('LoadErrorMessage returns the focus to "Try again" after a second failure', async () => {
  render(<Fish />)
  await pressTryAgain()
  show(failed)
  await expect.element(tryAgain).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  show({ data: ['Perch'], errorUpdateCount: 1, isFetching: false })
  await expect.element(page.getByRole('list')).toHaveFocus()
})

test('LoadErrorMessage does not move the focus if the user has focused another element', async () => {
  render(<Fish />)
  await pressTryAgain()
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' })
  await userEvent.click(elsewhere)
  show({ data: ['Perch'], errorUpdateCount: 1, isFetching: false })
  await expect.element(page.getByText('Perch')).toBeVisible()
  await expect.element(elsewhere).toHaveFocus()
})

test('QueryContent still shows the error of a failed query while the query is fetched again', async () => {
  const answers: (() => void)[] = []
  const fetchFish = () => new Promise<string>((_, reject) => answers.push(() => reject(new Error('No fish'))))
  function Shoal() {
    const query = useQuery({ queryKey: ['fish'], queryFn: fetchFish, retry: false })
    return (
      <QueryContent query={query} failed="Fish could not be loaded">
        {(name) => name}
      </QueryContent>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shoal />
    </QueryClientProvider>,
  )
  await expect.poll(() => answers.length).toBe(1)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  answers[0]?.()
  await expect.element(tryAgain).toBeVisible()
  await userEvent.click(tryAgain)
  await expect.poll(() => answers.length).toBe(2)
  await expect.element(tryAgain).toHaveAttribute('aria-busy')
  answers[1]?.()
  await expect.element(tryAgain).not.toHaveAttribute('aria-busy')
})

test('LoadErrorMessage refetches exactly once when the server is reachable again', async () => {
  const net = fakeNetwork()
  const refetch = vi.fn(async () => {})
  render(<LoadErrorMessage title="Fish could not be loaded" query={{ isFetching: false, refetch }} />)
  await expect.poll(() => net.sent, { timeout: 3000 }).toContain('GET /livez')
  expect(refetch).not.toHaveBeenCalled()
  net.on('GET /livez', { status: 200 })
  await expect.poll(() => refetch.mock.calls.length, { timeout: 5000 }).toBe(1)
  const sentBefore = net.sent.length
  await expect.poll(() => net.sent.length, { timeout: 3000 }).toBe(sentBefore + 1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([net.sent.length, refetch.mock.calls.length]).toEqual([sentBefore + 1, 1])
})
