import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CheckoutFinder } from '../checkout/checkout.ts'
import type { Route, WireResponse } from '../http/http-routing.ts'
import { renderCheckoutPage } from './checkout-page.ts'
import { flaskSvg } from './icons.ts'
import { renderPhonePage, type ShopLink } from './phone-page.ts'

// Content security policy that forbids inline scripts and styles, resources of other origins, and framing.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Routes of the test phone (`/test/phone`), the payment pages (`/test/checkout/:code`) and their assets. */
export function createPageRoutes(checkouts: CheckoutFinder, shop?: ShopLink): Route[] {
  return [
    {
      method: 'GET',
      path: '/test/phone',
      answer({ query }) {
        const requestedPhone = { number: query.get('number') ?? '', account: query.get('account') ?? '' }
        return html(renderPhonePage(requestedPhone, shop))
      },
    },
    {
      method: 'GET',
      path: '/test/checkout/:code',
      answer(_, { code = '' }) {
        const checkout = checkouts(code)
        return checkout ? html(renderCheckoutPage(code, checkout)) : { status: 404, headers, body: 'No such checkout.' }
      },
    },
    {
      method: 'GET',
      path: '/test/assets/:name',
      answer(_, { name = '' }) {
        const asset = assets()[name]
        if (!asset) return { status: 404, headers, body: '' }
        return { status: 200, headers: { ...headers, 'content-type': asset.type }, body: asset.body }
      },
    },
  ]
}

const html = (body: string): WireResponse => ({
  status: 200,
  headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  body,
})

type Asset = { type: string; body: Buffer }
let cachedAssets: Record<string, Asset> | undefined

/** Reads scripts, styles and fonts at the first request for any of them, because most test runs need none. */
function assets(): Record<string, Asset> {
  const readOwnFile = (name: string) => readFileSync(new URL(name, import.meta.url))
  const font = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)))
  const [css, script, woff2] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'font/woff2']
  cachedAssets ??= {
    'test.css': { type: css, body: readOwnFile('test.css') },
    'phone.css': { type: css, body: readOwnFile('phone.css') },
    'checkout.css': { type: css, body: readOwnFile('checkout.css') },
    'phone.mjs': { type: script, body: readOwnFile('phone.mjs') },
    'checkout.mjs': { type: script, body: readOwnFile('checkout.mjs') },
    'flask.svg': { type: 'image/svg+xml', body: Buffer.from(flaskSvg) },
    'young-serif.woff2': {
      type: woff2,
      body: font('@fontsource/young-serif/files/young-serif-latin-400-normal.woff2'),
    },
    'atkinson.woff2': {
      type: woff2,
      body: font(
        '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
      ),
    },
  }
  return cachedAssets
}
