import { describe, expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

describe('htmlToText', () => {
  test('writes each list item on its own line', () => {
    expect(htmlToText('<ul><li>fed the cat</li><li>walked the dog</li></ul><p>caf&eacute;&hellip;</p>')).toBe(
      'fed the cat\nwalked the dog\n\ncafé…',
    )
    expect(htmlToText('Today:<ol><li><p>one</p></li><li>two<ul><li>a</li></ul></li></ol>end')).toBe(
      'Today:\none\ntwo\na\nend',
    )
  })

  test.each([
    ['&AMP;&Alpha;&alpha;&euro;&ccaron;&period;', '&Αα€č.'],
    ['&#8217;&#146;&#x2026;&#xd800;', '’’…'],
    ['&amp;eacute; &nosuchname;', '&eacute; &nosuchname;'],
    ['a&nbsp;b &lt;b&gt;', 'a\u00a0b <b>'],
  ])('decodes the entities in “%s”', (html, text) => expect(htmlToText(html)).toBe(text))

  test('collapses white space in HTML, but keeps line breaks in plain text', () => {
    expect(htmlToText('<p>a<br />\nb  c\nd</p>\n<p>e</p>')).toBe('a\nb c d\n\ne')
    expect(htmlToText('a\n\nb &amp; c')).toBe('a\n\nb & c')
  })

  test('writes a mention as its URL, a hashtag as its text, and other links as their text and URL', () => {
    const mention =
      '<span class="h-card"><a href="https://other.example/@wanjiru.k" class="u-url mention">@<span>wanjiru.k</span></a></span>'
    expect(htmlToText(`<p>Walk with ${mention}, again</p>`)).toBe('Walk with https://other.example/@wanjiru.k, again')
    expect(htmlToText('<a class="mention hashtag" href="https://a.test/tags/dog">#<span>dog</span></a>')).toBe('#dog')
    expect(htmlToText("<a title='>' href='https://a.test/?a=1&amp;b'>our site</a>")).toBe(
      'our site (https://a.test/?a=1&b)',
    )
    expect(htmlToText('<a href="javascript:x">our site</a>')).toBe('our site')
  })
})

test('htmlToText keeps line breaks, removes tags and decodes entities', () => {
  const html =
    '<p>Mud &amp; more<br />here &#128021; &#x41;&bogus;</p><p><a href="https://a.test"><span class="invisible">https://</span>a.test</a> <script>x</script></p>'
  expect(htmlToText(html)).toBe('Mud & more\nhere 🐕 A&bogus;\n\nhttps://a.test x')
  expect(htmlToText('&#1114112;&#0;')).toBe('')
})
