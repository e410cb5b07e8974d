import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, test } from 'vitest'
import { Navigation } from './navigation.ts'
import type { LoadedPage } from './open-page.ts'
import { PageError, Redirect } from './page-errors.ts'

const pageOf = (path: string): LoadedPage => ({ path, source: '', Component: () => null, head: null })

/** Starts a navigation at `/`. With `atOnce: false`, each page opens when the test resolves it. */
function startNavigation({ atOnce = true } = {}) {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const requests = new Map<string, PromiseWithResolvers<LoadedPage>>()
  const leftPages: string[] = []
  const outside: string[] = []
  const open = ({ pathname, search }: URL) => {
    const answer = Promise.withResolvers<LoadedPage>()
    requests.set(pathname + search, answer)
    if (atOnce) answer.resolve(pageOf(pathname))
    return answer.promise
  }
  const navigation = new Navigation({
    history,
    open,
    first: { page: pageOf('/') },
    onLeave: ({ pathname }) => void leftPages.push(pathname),
    leaveApp: (to) => void outside.push(to),
  })
  const shown = () => navigation.status.view.page?.path ?? null
  const findReply = (address: string) => {
    const answer = requests.get(address)
    if (!answer) throw new Error(`${address} was not requested.`)
    return answer
  }
  return {
    history,
    navigation,
    requests,
    answerOf: findReply,
    leftPages,
    outside,
    shown,
    address: () => history.location.pathname,
  }
}

const waitForTimers = () => new Promise((resolve) => setTimeout(resolve))

test('Navigation shows the old page and address until the next page has loaded', async () => {
  const { navigation, answerOf, shown, address, leftPages } = startNavigation({ atOnce: false })
  const visit = navigation.visit('/posts/1')
  expect([shown(), address(), navigation.status.isLoading, leftPages]).toEqual(['/', '/', true, []])
  answerOf('/posts/1').resolve(pageOf('/posts/1'))
  await visit
  expect([shown(), address(), navigation.status.isLoading, leftPages]).toEqual(['/posts/1', '/posts/1', false, ['/']])
})

test('Navigation shows only the page requested last when two navigations overlap', async () => {
  const { navigation, answerOf, shown, address } = startNavigation({ atOnce: false })
  const first = navigation.visit('/slow')
  const second = navigation.visit('/quick')
  answerOf('/quick').resolve(pageOf('/quick'))
  await second
  answerOf('/slow').resolve(pageOf('/slow'))
  await first
  expect([shown(), address()]).toEqual(['/quick', '/quick'])
})

test('Navigation shows the previous page on Back and the next page on Forward', async () => {
  const { navigation, history, shown } = startNavigation()
  await navigation.visit('/a')
  await navigation.visit('/b')
  history.go(-1)
  await waitForTimers()
  expect(shown()).toBe('/a')
  history.go(1)
  await waitForTimers()
  expect(shown()).toBe('/b')
})

test('Navigation skips a replaced page on Back', async () => {
  const { navigation, history, shown } = startNavigation()
  await navigation.visit('/a')
  await navigation.visit('/b', { replace: true })
  history.go(-1)
  await waitForTimers()
  expect(shown()).toBe('/')
})

test('Navigation fetches nothing when only the URL fragment changes, but fetches the page on reload', async () => {
  const { navigation, requests, history, shown } = startNavigation()
  await navigation.visit('/a?x=1')
  requests.clear()
  await navigation.visit('/a?x=1#comments')
  expect([history.location.hash, shown(), requests.size]).toEqual(['#comments', '/a', 0])
  history.go(-1)
  await waitForTimers()
  expect([history.location.hash, shown(), requests.size]).toEqual(['', '/a', 0])
  history.go(1)
  await waitForTimers()
  await navigation.reload()
  expect([history.location.hash, ...requests.keys()]).toEqual(['#comments', '/a?x=1'])
  requests.clear()
  await navigation.visit('/a?x=2#comments')
  expect([...requests.keys()]).toEqual(['/a?x=2'])
})

test('Navigation shows an error at the address of the failed page, and fetches the page again on reload', async () => {
  const { navigation, answerOf, requests, shown, address } = startNavigation({ atOnce: false })
  const visit = navigation.visit('/gone')
  answerOf('/gone').reject(new PageError(404))
  await visit
  expect([shown(), address()]).toEqual([null, '/gone'])
  expect(navigation.status.view.error).toBeInstanceOf(PageError)
  requests.clear()
  const reload = navigation.reload()
  answerOf('/gone').resolve(pageOf('/gone'))
  await reload
  expect([shown(), navigation.status.view.preventScrollReset]).toEqual(['/gone', true])
})

test('Navigation follows a redirect inside the app, and passes a redirect out of the app to the browser', async () => {
  const { navigation, answerOf, history, shown, outside } = startNavigation({ atOnce: false })
  const visit = navigation.visit('/short')
  answerOf('/short').reject(new Redirect('/long?q=1'))
  await waitForTimers()
  answerOf('/long?q=1').resolve(pageOf('/long'))
  await visit
  expect([shown(), history.location.search]).toEqual(['/long', '?q=1'])
  const out = navigation.visit('/mine')
  answerOf('/mine').reject(new Redirect('/login?next=%2Fmine', { isOutside: true }))
  await out
  expect([outside, shown()]).toEqual([['/login?next=%2Fmine'], '/long'])
})

test('Navigation blocks a link while work is unsaved, and follows it when the user chooses to leave', async () => {
  const { navigation, shown } = startNavigation()
  const stop = navigation.guard((_, to) => to.pathname === '/away')
  await navigation.visit('/away')
  expect(shown()).toBe('/')
  navigation.status.blocked?.stay()
  expect(navigation.status.blocked).toBe(null)
  await navigation.visit('/away')
  navigation.status.blocked?.leave()
  await waitForTimers()
  expect([shown(), navigation.status.blocked]).toEqual(['/away', null])
  await navigation.visit('/')
  stop()
  await navigation.visit('/away')
  expect(shown()).toBe('/away')
})

test('Navigation undoes Back while work is unsaved, and goes back once the user chooses to leave', async () => {
  const { navigation, history, shown, address } = startNavigation()
  await navigation.visit('/form')
  navigation.guard(() => true)
  history.go(-1)
  await waitForTimers()
  expect([shown(), address()]).toEqual(['/form', '/form'])
  navigation.status.blocked?.leave()
  await waitForTimers()
  expect([shown(), address(), navigation.status.blocked]).toEqual(['/', '/', null])
})
