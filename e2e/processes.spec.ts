import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startApp } from './app.ts'
import { type ApiClient, createApiClient, createPhotoForm } from './client.ts'
import { isAlive } from './processes.ts'

let app: RunningApp
beforeAll(async () => {
  app = await startApp({ PROCESSES: '2' })
})
afterAll(() => app.stop())

/** Returns the pids of the app's child processes with this role in their titles. */
const findProcesses = (role: 'answers' | 'standby') =>
  execFileSync('ps', ['--ppid', String(app.process.pid), '-o', 'pid=,args='])
    .toString()
    .split('\n')
    .filter((line) => line.includes(`pawtrait (${role})`))
    .map((line) => Number.parseInt(line, 10))
const answeringProcesses = () => findProcesses('answers')
const standbyProcesses = () => findProcesses('standby')

/** Sends a request on a new connection. The app assigns new connections to its processes in turn. */
async function sendRequest(path: string, { cookie }: ApiClient): Promise<IncomingMessage> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const sent = request(app.origin + path, { agent: new Agent(), headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

/** Returns the distinct statuses of several requests, which different processes handle. */
async function statuses(path: string, times: number, client: ApiClient) {
  const seen = new Set<number | undefined>()
  for (let n = 0; n < times; n++) {
    const answer = await sendRequest(path, client)
    answer.resume()
    seen.add(answer.statusCode)
  }
  return [...seen]
}

/** Opens an event stream and collects its text. */
async function openStream(client: ApiClient) {
  const stream = await sendRequest('/api/events', client)
  let received = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  return { received: () => received, close: () => stream.destroy() }
}

const createPost = async (client: ApiClient) => {
  const photo = (await (await client.call(app, 'POST', '/api/photos', await createPhotoForm())).json()) as {
    id: string
  }
  const words = { photos: [{ id: photo.id, alt: 'A cat' }], caption: 'Asleep' }
  return ((await (await client.call(app, 'POST', '/api/posts', words)).json()) as { id: string }).id
}

describe('app with PROCESSES=2', () => {
  it('shares sessions, live events and photos between its processes', async () => {
    expect(answeringProcesses()).toHaveLength(2)
    const [anna, ben] = [await createApiClient(app, 'anna'), await createApiClient(app, 'ben')]
    expect(await statuses('/api/session', 6, anna)).toEqual([200])
    const streams = [await openStream(anna), await openStream(anna), await openStream(anna), await openStream(anna)]
    const post = await createPost(anna)
    await expect.poll(async () => (await ben.call(app, 'GET', `/api/posts/${post}`)).status).toBe(200)
    expect((await ben.call(app, 'PUT', `/api/posts/${post}/like`)).status).toBe(200)
    for (const { received } of streams) await expect.poll(received).toContain('notification')
    for (const { close } of streams) close()
    expect((await ben.call(app, 'DELETE', '/api/session')).status).toBe(204)
    // Each process caches sessions. No process may accept a session that ended in another process.
    expect(await statuses('/api/session', 6, ben)).toEqual([401])
  })

  it('handles requests in the remaining process after a kill, and replaces the killed process', async () => {
    const client = await createApiClient(app, 'carol')
    const [first = 0, second] = answeringProcesses()
    await expect.poll(standbyProcesses).toHaveLength(1)
    const [third] = standbyProcesses()
    process.kill(first, 'SIGKILL')
    // Pending requests of the killed process fail. New requests reach the other process.
    await expect.poll(() => isAlive(first)).toBe(false)
    expect(await statuses('/api/feed', 10, client)).toEqual([200])
    await expect.poll(() => answeringProcesses().filter((pid) => pid !== second && pid !== first)).toEqual([third])
    expect(answeringProcesses()).toContain(second)
    expect(app.output()).toContain(`Process ${first} ended with SIGKILL.`)
    expect(await statuses('/api/feed', 10, client)).toEqual([200])
  })

  it('ends a process with exit code 0 on SIGINT and SIGTERM together, and replaces the process', async () => {
    const [pid = 0] = answeringProcesses()
    process.kill(pid, 'SIGINT')
    process.kill(pid, 'SIGTERM')
    await expect.poll(app.output).toContain(`Process ${pid} ended with 0.`)
    await expect.poll(answeringProcesses).toHaveLength(2)
  })

  it('shows the mail of all processes at /dev/mail', async () => {
    const withMail = await startApp({ PROCESSES: '2', MAIL: 'dev' })
    try {
      const headers = { origin: withMail.origin, 'content-type': 'application/json' }
      const person = { fullname: 'Dan', username: 'dan', email: 'dan@example.com', zipcode: '00100' }
      const sendUsers = (body: object) =>
        fetch(`${withMail.origin}/users`, { method: 'POST', headers, body: JSON.stringify(body) })
      await sendUsers(person)
      await sendUsers({ usernameOrEmail: 'dan', zipcode: '00100' })
      // The process that did not send the mail shows it a moment later. Polls until four requests, each on a new
      // connection, all show it.
      const shown = async () => {
        const pages: string[] = []
        for (let n = 0; n < 4; n++) {
          const page = await fetch(`${withMail.origin}/dev/mail`, { headers: { connection: 'close' } })
          pages.push(await page.text())
        }
        return pages.every((page) => page.includes('To dan@example.com'))
      }
      await expect.poll(shown).toBe(true)
    } finally {
      await withMail.stop()
    }
  })

  it('ends all its processes on SIGTERM', async () => {
    await expect.poll(standbyProcesses).toHaveLength(1)
    const before = [...answeringProcesses(), ...standbyProcesses()]
    app.process.kill('SIGTERM')
    const [code] = (await once(app.process, 'exit')) as [number | null]
    expect([code, before.filter(isAlive)]).toEqual([0, []])
  })

  it('ends its child processes after SIGKILL, and can restart immediately on the same port and data', async () => {
    const killed = await startApp({ PROCESSES: '2' })
    try {
      app = killed
      const orphans = answeringProcesses()
      expect(orphans).toHaveLength(2)
      killed.process.kill('SIGKILL')
      // The orphaned child processes end a moment later, and occupy the port until then.
      app = await startApp({ PROCESSES: '2', DATA_DIR: killed.dataDir, PORT: new URL(killed.origin).port })
      expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
      await expect.poll(() => orphans.filter(isAlive)).toEqual([])
      await app.stop()
    } finally {
      await killed.stop()
    }
  })
})
