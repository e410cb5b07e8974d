import { describe, expect, it } from 'vitest'
import { parsePushEndpoint } from './push-endpoint.ts'

describe('parsePushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://FCM.googleapis.com:443/fcm/send/abc',
  ])('accepts %s', (endpoint) => expect(parsePushEndpoint(endpoint, [])?.protocol).toBe('https:'))

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.test/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com/abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://example.com/abc',
    'https://fcm.googleapis.com./abc',
    'fcm.googleapis.com',
    '',
  ])('refuses "%s"', (endpoint) => expect(parsePushEndpoint(endpoint, [])).toBeUndefined())

  it('accepts the services that the operator added, with and without a wildcard', () => {
    const added = ['ntfy.pawtrait.org', '*.up.pawtrait.org']
    expect(parsePushEndpoint('https://ntfy.pawtrait.org/up1', added)?.hostname).toBe('ntfy.pawtrait.org')
    expect(parsePushEndpoint('https://a.up.pawtrait.org/1', added)?.hostname).toBe('a.up.pawtrait.org')
    expect(parsePushEndpoint('https://up.pawtrait.org/1', added)).toBeUndefined()
  })
})
