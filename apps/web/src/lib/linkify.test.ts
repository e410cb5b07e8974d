import { describe, expect, test } from 'vitest'
import { linkify } from './linkify.ts'

const usernames = ['brian.m', 'amina.o', 'leila_h', 'x1', 'ben']

const listLinks = (text: string) =>
  linkify(text, usernames).flatMap((piece) => {
    if (piece.kind === 'words') return []
    const to = piece.kind === 'tag' ? `#${piece.tag}` : piece.kind === 'user' ? `@${piece.username}` : piece.href
    return [`${piece.text} → ${to}`]
  })

describe('linkify', () => {
  test.each([
    ['Thanks @brian.m.', ['@brian.m → @brian.m']],
    ['@Amina.O, (@leila_h) and @x1!', ['@Amina.O → @amina.o', '@leila_h → @leila_h', '@x1 → @x1']],
    ['Look #Garden with @ben', ['#Garden → #garden', '@ben → @ben']],
    ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d → https://example.com/a?b=c#d']],
    ['(http://example.com/cat_(animal))', ['http://example.com/cat_(animal) → http://example.com/cat_(animal)']],
    ['HTTPS://Example.com', ['HTTPS://Example.com → https://example.com/']],
    [
      '“https://example.com”, https://example.com/ü',
      ['https://example.com → https://example.com/', 'https://example.com/ü → https://example.com/%C3%BC'],
    ],
  ])('links users, tags and addresses in: %s', (text, links) => {
    expect(listLinks(text)).toEqual(links)
  })

  test.each([
    ['こちら https://example.com/cat。次の文', 'https://example.com/cat'],
    ['（https://example.com/cat）です', 'https://example.com/cat'],
    ['見てhttps://example.com/cat！', 'https://example.com/cat'],
    ['انظر https://example.com/cat، ثم', 'https://example.com/cat'],
    ['https://example.com/cat؟', 'https://example.com/cat'],
    ['देखो https://example.com/cat।', 'https://example.com/cat'],
    ['ይህ https://example.com/cat።', 'https://example.com/cat'],
    ['「https://example.com/cat」', 'https://example.com/cat'],
    ['https://en.wikipedia.org/wiki/Cat_(disambiguation)', 'https://en.wikipedia.org/wiki/Cat_(disambiguation)'],
    ['(https://example.com/cat)', 'https://example.com/cat'],
    ['(https://example.com/cat)です', 'https://example.com/cat'],
    ['[https://example.com/a(b)c]0', 'https://example.com/a(b)c'],
    ['链接：https://example.com/猫了解', 'https://example.com/%E7%8C%AB%E4%BA%86%E8%A7%A3'],
    ['https://example.com/Luna’s_cat', 'https://example.com/Luna%E2%80%99s_cat'],
  ])('ends a link before the punctuation of any writing system in: %s', (text, href) => {
    expect(listLinks(text).map((link) => link.split(' → ')[1])).toEqual([href])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,https',
    'java\u0000script:alert(1)//',
    'ftp://example.com/a vbscript:x file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://user:secret@evil.example',
    'https:// http:///',
    'https://[not-an-address',
    'xhttps://example.com',
    'mail ben@example.com',
    'across @ben@social.example',
    '@a @.. @@ben @bén @' + 'a'.repeat(31),
    'https://example.com/cut-in-the-mid…',
  ])('links nothing in %j', (text) => {
    expect(listLinks(text)).toEqual([])
  })

  test('returns a mention of an unknown username as text', () => {
    expect(listLinks('@ben and @unknown.one, @Benn')).toEqual(['@ben → @ben'])
  })

  test('ends a link at an invisible character, which could disguise the real address', () => {
    expect(listLinks('https://example.com/\u202Egnp.exe')).toEqual(['https://example.com/ → https://example.com/'])
  })

  test('keeps an @, a # or `javascript:` inside an address as part of the link', () => {
    expect(listLinks('https://example.com/@ben/?q=#tag&u=javascript:alert(1)')).toEqual([
      'https://example.com/@ben/?q=#tag&u=javascript:alert(1) → https://example.com/@ben/?q=#tag&u=javascript:alert(1)',
    ])
  })

  test('returns segments that equal the input text when joined', () => {
    const parts = [
      '@ben',
      ' ',
      '#tag',
      'https://a.example/(',
      ')',
      '.',
      '<b>',
      '\u202E',
      '👩‍👩‍👧‍👦',
      '\n',
      '@',
      '#',
      '…',
      'https://',
    ]
    for (let seed = 0; seed < 3000; seed++) {
      const text = Array.from(
        { length: 8 },
        (_, at) => parts[(seed * (at + 7) + (seed >> at) * 31) % parts.length],
      ).join('')
      expect(
        linkify(text, usernames)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  })

  test('parses thousands of repeated link-like characters in linear time', () => {
    const started = performance.now()
    for (const run of ['@', '#', '@a.', 'https://', 'https://a.example/)', '#1_', '(', '@a@'])
      linkify(run.repeat(4000), usernames)
    expect(performance.now() - started).toBeLessThan(1500)
  })
})
