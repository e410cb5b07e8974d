import { expect, test } from 'vitest'
import { renderEmail } from './render-email.ts'

const letter = {
  to: 'amina@example.com',
  subject: 'Tea & <biscuits>',
  lines: ['Hello <b>Amina</b>,', 'It’s "here".'],
  button: { text: 'Open', url: 'https://pawtrait.example/posts/1?a=1&b="2"' },
}

test('renderEmail returns an e-mail with the same content as plain text and as escaped HTML', () => {
  const { text, html } = renderEmail({ ...letter, notes: ['Bye.'], stop: 'https://pawtrait.example/settings' })
  expect(text).toBe(
    'Hello <b>Amina</b>,\n\nIt’s "here".\n\nOpen: https://pawtrait.example/posts/1?a=1&b="2"\n\nBye.\n\n' +
      'Stop these emails: https://pawtrait.example/settings\n',
  )
  expect(html).toContain('<title>Tea &amp; &lt;biscuits&gt;</title>')
  expect(html).toContain('Hello &lt;b&gt;Amina&lt;/b&gt;,')
  expect(html).toContain('href="https://pawtrait.example/posts/1?a=1&amp;b=&quot;2&quot;"')
  expect(html).toContain('<a href="https://pawtrait.example/settings"')
})

test('renderEmail adds no unsubscribe link without `stop`', () => {
  const { text, html } = renderEmail(letter)
  expect(text + html).not.toMatch(/stop/i)
  expect(html.match(/<a /g)).toHaveLength(1)
})
