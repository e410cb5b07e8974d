import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, test } from 'vitest'
import { Navigation } from './navigation.ts'
import type { OpenPage } from './open-page.ts'
import { PageError, Redirect } from './page-answers.ts'

const pageOf = (path: string): OpenPage => ({ path, source: '', mode: 'shell', Component: () => null, head: null })

/** A navigation that stands at `/`; each page opens when the test lets it, unless it opens at once. */
function begin({ atOnce = true } = {}) {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const asked = new Map<string, PromiseWithResolvers<OpenPage>>()
  const left: string[] = []
  const outside: string[] = []
  const open = ({ pathname, search }: URL) => {
    const answer = Promise.withResolvers<OpenPage>()
    asked.set(pathname + search, answer)
    if (atOnce) answer.resolve(pageOf(pathname))
    return answer.promise
  }
  const navigation = new Navigation({
    history,
    open,
    first: { page: pageOf('/') },
    onLeave: ({ pathname }) => void left.push(pathname),
    leaveApp: (to) => void outside.push(to),
  })
  const shown = () => navigation.status.view.page?.path ?? null
  const answerOf = (address: string) => {
    const answer = asked.get(address)
    if (!answer) throw new Error(`${address} was not asked for.`)
    return answer
  }
  return { history, navigation, asked, answerOf, left, outside, shown, address: () => history.location.pathname }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('the page that is shown stays, with its address, until the next one is there', async () => {
  const { navigation, answerOf, shown, address, left } = begin({ atOnce: false })
  const visit = navigation.visit('/posts/1')
  expect([shown(), address(), navigation.status.isLoading, left]).toEqual(['/', '/', true, []])
  answerOf('/posts/1').resolve(pageOf('/posts/1'))
  await visit
  expect([shown(), address(), navigation.status.isLoading, left]).toEqual(['/posts/1', '/posts/1', false, ['/']])
})

test('whoever goes elsewhere meanwhile gets what was asked for last', async () => {
  const { navigation, answerOf, shown, address } = begin({ atOnce: false })
  const first = navigation.visit('/slow')
  const second = navigation.visit('/quick')
  answerOf('/quick').resolve(pageOf('/quick'))
  await second
  answerOf('/slow').resolve(pageOf('/slow'))
  await first
  expect([shown(), address()]).toEqual(['/quick', '/quick'])
})

test('Back and Forward bring the pages of their addresses', async () => {
  const { navigation, history, shown } = begin()
  await navigation.visit('/a')
  await navigation.visit('/b')
  history.go(-1)
  await settled()
  expect(shown()).toBe('/a')
  history.go(1)
  await settled()
  expect(shown()).toBe('/b')
})

test('a replaced page is not come back to', async () => {
  const { navigation, history, shown } = begin()
  await navigation.visit('/a')
  await navigation.visit('/b', { replace: true })
  history.go(-1)
  await settled()
  expect(shown()).toBe('/')
})

test('going to a place on the page and back asks for nothing, a reload there does', async () => {
  const { navigation, asked, history, shown } = begin()
  await navigation.visit('/a?x=1')
  asked.clear()
  await navigation.visit('/a?x=1#comments')
  expect([history.location.hash, shown(), asked.size]).toEqual(['#comments', '/a', 0])
  history.go(-1)
  await settled()
  expect([history.location.hash, shown(), asked.size]).toEqual(['', '/a', 0])
  history.go(1)
  await settled()
  await navigation.reload()
  expect([history.location.hash, ...asked.keys()]).toEqual(['#comments', '/a?x=1'])
  asked.clear()
  await navigation.visit('/a?x=2#comments')
  expect([...asked.keys()]).toEqual(['/a?x=2'])
})

test('why there is no page is shown at its address, and asked again by a reload', async () => {
  const { navigation, answerOf, asked, shown, address } = begin({ atOnce: false })
  const visit = navigation.visit('/gone')
  answerOf('/gone').reject(new PageError(404))
  await visit
  expect([shown(), address()]).toEqual([null, '/gone'])
  expect(navigation.status.view.error).toBeInstanceOf(PageError)
  asked.clear()
  const reload = navigation.reload()
  answerOf('/gone').resolve(pageOf('/gone'))
  await reload
  expect([shown(), navigation.status.view.preventScrollReset]).toEqual(['/gone', true])
})

test('a page that is elsewhere is gone to; outside the app the browser goes', async () => {
  const { navigation, answerOf, history, shown, outside } = begin({ atOnce: false })
  const visit = navigation.visit('/short')
  answerOf('/short').reject(new Redirect('/long?q=1'))
  await settled()
  answerOf('/long?q=1').resolve(pageOf('/long'))
  await visit
  expect([shown(), history.location.search]).toEqual(['/long', '?q=1'])
  const out = navigation.visit('/mine')
  answerOf('/mine').reject(new Redirect('/login?next=%2Fmine', { isOutside: true }))
  await out
  expect([outside, shown()]).toEqual([['/login?next=%2Fmine'], '/long'])
})

test('unsaved work holds whoever leaves by a link, until they say', async () => {
  const { navigation, shown } = begin()
  const stop = navigation.guard((_, to) => to.pathname === '/away')
  await navigation.visit('/away')
  expect(shown()).toBe('/')
  navigation.status.blocked?.stay()
  expect(navigation.status.blocked).toBe(null)
  await navigation.visit('/away')
  navigation.status.blocked?.leave()
  await settled()
  expect([shown(), navigation.status.blocked]).toEqual(['/away', null])
  await navigation.visit('/')
  stop()
  await navigation.visit('/away')
  expect(shown()).toBe('/away')
})

test('unsaved work holds whoever goes back: the address is the page’s again, and Leave goes on', async () => {
  const { navigation, history, shown, address } = begin()
  await navigation.visit('/form')
  navigation.guard(() => true)
  history.go(-1)
  await settled()
  expect([shown(), address()]).toEqual(['/form', '/form'])
  navigation.status.blocked?.leave()
  await settled()
  expect([shown(), address(), navigation.status.blocked]).toEqual(['/', '/', null])
})
