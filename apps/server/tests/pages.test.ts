import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const page = (who: { cookie: string } | null, url: string) =>
  server.call<string>(who, 'GET', url, undefined, { headers: { accept: 'text/html' } })

describe('pages from the server', () => {
  it('answers a missing page with a page, not found', async () => {
    const { status, text, headers } = await page(null, '/nothing-here')
    expect(status).toBe(404)
    expect(text).toContain('Nothing hangs here')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(text).not.toMatch(/ style=|<style|javascript:|src="data:/)
  })

  it('keeps a page made for a viewer out of every cache', async () => {
    const { headers } = await page(await aUser(server), '/nothing-here')

    expect(headers['cache-control']).toBe('private, no-store')
  })
})
