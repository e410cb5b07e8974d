import { describe, expect, test } from 'vitest'
import { getLogInTarget } from './complete-log-in.ts'

const LOG_IN = 'http://localhost:3000/login'

/** Returns the URL that opens after a log-in with this `next` parameter. Omits the origin if it is the page's own. */
const endOf = (next: string, hash = '') => {
  const page = `${LOG_IN}?next=${encodeURIComponent(next)}${hash}`
  return new URL(getLogInTarget(page), page).href.replace('http://localhost:3000', '')
}

describe('getLogInTarget', () => {
  test('returns the URL of the feed when the log-in URL has no `next`', () => {
    expect(getLogInTarget(LOG_IN).href).toBe('http://localhost:3000/dashboard')
  })

  test.each([
    ['a path', '/posts/1?photo=2', '', '/posts/1?photo=2'],
    ['a path, with a secret in the fragment of the page', '/invitations/link', '#s3cret', '/invitations/link#s3cret'],
    ['a path with its own fragment', '/posts/1#comment-2', '#s3cret', '/posts/1#comment-2'],
    ['a path with dots in it', '/pets/../posts/./1', '', '/posts/1'],
    ['a path with encoded slashes', '/%2F%2Fevil.example', '', '/%2F%2Fevil.example'],
    ['a path with an encoded backslash', '/%5Cevil.example', '', '/%5Cevil.example'],
    ['a path with a foreign URL as query', '/tags/x?to=https://evil.example', '', '/tags/x?to=https://evil.example'],
  ])('returns the URL in `next` when it is %s', (_, next, hash, path) => {
    expect(endOf(next, hash)).toBe(path)
  })

  test.each([
    ['another origin', 'https://evil.example/'],
    ['another origin without its scheme', '//evil.example/'],
    ['three slashes', '///evil.example'],
    ['a backslash that browsers read as a slash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a tab between two slashes', '/\t/evil.example'],
    ['a line break between two slashes', '/\r\n/evil.example'],
    ['a step up before two slashes', '/..//evil.example'],
    ['a step aside before two slashes', '/.//evil.example'],
    ['an encoded step up before two slashes', '/%2e%2e//evil.example'],
    ['a half-encoded step up', '/.%2E//evil.example'],
    ['a step up before backslashes', '/..\\\\evil.example'],
    ['a step up, a tab and slashes', '/.\t.//evil.example'],
    ['a folder followed by a step up', '/posts/..//evil.example'],
    ['a blank before the slashes', ' //evil.example'],
    ['a name and a secret before an at sign', '//localhost:3000@evil.example'],
    ['another port', '//localhost:3001/'],
    ['a script', 'javascript:alert(1)'],
  ])('returns the URL of the feed when `next` is %s', (_, next) => {
    expect(endOf(next)).toBe('/dashboard')
  })
})
