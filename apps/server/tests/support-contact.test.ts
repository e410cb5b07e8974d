import { expect, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { whileStatementsFail } from '#testing/database/failing-statements.ts'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile, startServer } from '#testing/server.ts'

const address = 'help@pets.test'
const server = serverForFile({ SUPPORT_CONTACT: address }, {}, { pages: true })

const link = `<a class="link id" href="mailto:${address}">${address}</a>`

it('SUPPORT_CONTACT is linked on the privacy and safety pages and in their tables of contents', async () => {
  for (const url of ['/privacy', '/safety']) {
    const { text } = await server.call(null, 'GET', url)
    expect([url, text.includes(link), text.includes('href="#contact"')]).toEqual([url, true, true])
  }
})

it('SUPPORT_CONTACT is linked on the error page', async () => {
  const user = await aUser(server)
  const { status, text } = await whileStatementsFail(server, new Error('broken'), () => server.call(user, 'GET', '/'))
  expect([status, text.includes(link)]).toEqual([500, true])
})

it('SUPPORT_CONTACT is in the page data, from which the browser renders error screens', async () => {
  const user = await aUser(server)
  const { text } = await server.call(user, 'GET', '/dashboard/premium')
  expect(text).toContain(`"supportContact":"mailto:${address}"`)
})

it('the privacy page has no contact section without SUPPORT_CONTACT', async () => {
  const withoutContact = await startServer({}, {}, { pages: true })
  try {
    const { status, text } = await withoutContact.call(null, 'GET', '/privacy')
    expect([status, /Write to us|#contact/.test(text)]).toEqual([200, false])
  } finally {
    await withoutContact.stop()
  }
})

it('readConfig accepts only an e-mail address or an https page as SUPPORT_CONTACT', () => {
  const read = (contact: string) => readConfig({ SUPPORT_CONTACT: contact }).supportContact
  expect([read(''), read(' me@pets.test '), read('https://pets.test/help')]).toEqual([
    '',
    'mailto:me@pets.test',
    'https://pets.test/help',
  ])
  for (const wrong of [
    'call me',
    'http://pets.test',
    'javascript:alert(1)',
    'tel:+254700000000',
    'https://a@pets.test',
  ])
    expect(() => read(wrong)).toThrow('SUPPORT_CONTACT')
})
