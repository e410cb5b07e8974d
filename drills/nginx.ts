import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type AppBehindNginx, withNginx } from './behind-nginx.ts'
import type { Drill } from './drill.ts'

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string }
type SentRequest = { method?: string; headers?: Record<string, string> }

function sendRequest(port: number, isSecure: boolean, path: string, sent: SentRequest = {}): Promise<Answer> {
  const request = isSecure ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ...sent, rejectUnauthorized: false }, (answer) => {
      const { statusCode: status, headers } = answer
      text(answer).then((read) => resolve({ status, headers, text: read }), reject)
    })
      .on('error', reject)
      .end()
  })
}

const sendHttps = ({ port }: AppBehindNginx, path: string, { headers, ...sent }: SentRequest = {}) =>
  sendRequest(port, true, path, { ...sent, headers: { host: `localhost:${port}`, ...headers } })
const sendHttp = ({ plainPort }: AppBehindNginx, path: string) =>
  sendRequest(plainPort, false, path, { headers: { host: 'localhost' } })

function assertEqual(found: unknown, expected: unknown, what: string) {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`)
}

async function redirectsPlainHttp(app: AppBehindNginx) {
  const page = await sendHttp(app, '/login?next=%2Fdashboard')
  assertEqual(page.status, 301, 'a page on port 80')
  assertEqual(page.headers.location, 'https://localhost/login?next=%2Fdashboard', 'the redirect of port 80')
  assertEqual((await sendHttp(app, '/api/feed')).status, 403, 'the API on port 80')
  const challenges = join(app.folder, 'acme/.well-known/acme-challenge')
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, 'token'), 'challenge')
  assertEqual((await sendHttp(app, '/.well-known/acme-challenge/token')).text, 'challenge', 'a file of the ACME folder')
}

const networks: [string, string][] = [
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:77:1:2:3:4:5', '2001:db8:77::/48'],
  ['2001:db8:78::9', '2001:db8:78::/48'],
  ['2001:db8::9', '2001:db8::/48'],
  ['2001::9', '2001::/48'],
  ['::9', '::/48'],
]

const SECRET = 'topsecret'

/** Sends requests with secrets in query, referrer and cookie, which no log may contain. */
async function sendSecrets(app: AppBehindNginx) {
  for (const [address] of networks) {
    const headers = { 'x-test-client': address, referer: `https://localhost/${SECRET}`, cookie: `sid=${SECRET}` }
    await sendHttps(app, `/login?next=${SECRET}`, { headers })
    await sendHttps(app, `/api/payments/mpesa/cb/${SECRET}?${SECRET}`, { method: 'POST', headers })
  }
}

function checkLogs({ logs }: AppBehindNginx) {
  const { access, error } = logs()
  if ((access + error).includes(SECRET)) throw new Error('a secret is in a log of nginx')
  for (const [address, network] of networks) {
    if ((access + error).includes(` ${address} `)) throw new Error(`the whole address ${address} is in a log`)
    for (const request of ['GET /login 200', 'POST /api/payments/mpesa/cb/*** '])
      if (!access.includes(` ${network} ${request}`)) throw new Error(`no line "${network} ${request}" in: ${access}`)
  }
}

/** Checks the responses while the app is down, and the first response after its restart. */
async function restarts(app: AppBehindNginx) {
  await app.stopApp()
  await sendSecrets(app)
  const page = await sendHttps(app, '/dashboard')
  assertEqual(page.status, 503, 'a page without the app')
  assertEqual(page.headers['retry-after'], '5', 'Retry-After of a page without the app')
  assertEqual(/Pawtrait is not available right now/.test(page.text), true, 'the page says what is wrong')
  const json = { accept: 'application/json' }
  for (const sent of [{ headers: json }, { headers: json, method: 'POST' }]) {
    const call = await sendHttps(app, '/users', sent)
    assertEqual(call.status, 503, 'a call without the app')
    assertEqual((JSON.parse(call.text) as { code: string }).code, 'unavailable', 'the code of a call without the app')
  }
  await app.startApp()
  assertEqual((await sendHttps(app, '/login')).status, 200, 'the first request after a restart')
}

async function checkNginx(): Promise<string> {
  return withNginx(async (app) => {
    await redirectsPlainHttp(app)
    await sendSecrets(app)
    checkLogs(app)
    await restarts(app)
    if (app.logs().error.includes(SECRET)) throw new Error('a secret is in the error log of nginx')
    return 'redirects, ACME, masked access log, pages while the app restarts, and the first request after it'
  })
}

/** Drill that checks `deploy/nginx`: redirects, logs, error pages and restarts. */
export const nginxDrills: Drill[] = [{ name: 'nginx', run: checkNginx }]
