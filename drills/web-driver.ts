import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../apps/server/src/testing/free-port.ts'
import { stopProcess } from '../e2e/app.ts'
import { requireProgram } from './drill.ts'

/** An input source of the WebDriver command "Perform Actions". BiDi uses the same format. */
export type InputSource = { type: 'pointer' | 'key'; id: string; actions: Record<string, unknown>[] }

/** A browser tab that WebDriver controls. */
export type WebDriverBrowser = {
  open: (url: string) => Promise<void>
  back: () => Promise<void>
  /** Evaluates an expression in the page. Its value must be JSON. */
  evaluate: <T>(expression: string) => Promise<T>
  act: (sources: InputSource[]) => Promise<void>
  setFiles: (selector: string, files: string[]) => Promise<void>
  close: () => Promise<void>
}

const screen = { width: 390, height: 844 }
const STARTS_WITHIN_MS = 30_000

/**
 * Returns the first group of the first match in a program's output. @throws Error when the program ends, or prints no
 * match in time
 */
async function outputOf(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> {
  let output = ''
  child[stream]?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for (const end = performance.now() + STARTS_WITHIN_MS; performance.now() < end; await sleep(50)) {
    const [, found] = pattern.exec(output) ?? []
    if (found) return found
    if (child.exitCode !== null) break
  }
  throw new Error(`${child.spawnfile} did not print ${pattern}: ${output.slice(-500)}`)
}

/** Starts Firefox ESR over WebDriver BiDi, without a window. @throws DrillSkipped */
export async function startFirefox(): Promise<WebDriverBrowser> {
  requireProgram('firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'pawtrait-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn('firefox-esr', args, { env: { ...process.env, HOME: profile } })
  const socket = new WebSocket(`${await outputOf(child, 'stderr', /BiDi listening on (ws:\S+)/)}/session`)
  await once(socket, 'open')
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, message } = JSON.parse(String(data)) as { id: number; result?: unknown; message?: string }
    if (result) pending.get(id)?.resolve(result)
    else pending.get(id)?.reject(new Error(message))
    pending.delete(id)
  })
  let sent = 0
  const send = <T>(method: string, params: object): Promise<T> => {
    const answer = Promise.withResolvers<unknown>()
    pending.set(++sent, answer)
    socket.send(JSON.stringify({ id: sent, method, params }))
    return answer.promise as Promise<T>
  }
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  await send('browsingContext.setViewport', { context, viewport: screen })
  const run = <T>(expression: string) =>
    send<{ result: T; exceptionDetails?: { text: string } }>('script.evaluate', {
      expression,
      awaitPromise: true,
      target: { context },
    })
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await run<{ value: string }>(`JSON.stringify((${expression}) ?? null)`)
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    setFiles: async (selector, files) => {
      const { result: element } = await run<object>(`document.querySelector('${selector}')`)
      await send('input.setFiles', { context, element, files })
    },
    close: async () => {
      await send('browser.close', {}).catch(() => {})
      await stopProcess(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Starts WebKitGTK's MiniBrowser over WebDriver, on a virtual display. @throws DrillSkipped */
export async function startWebKit(): Promise<WebDriverBrowser> {
  requireProgram('WebKitWebDriver')
  requireProgram('Xvfb')
  const home = mkdtempSync(join(tmpdir(), 'pawtrait-webkit-'))
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x1200x24'])
  const number = await outputOf(display, 'stdout', /(\d+)\n/)
  const port = await findFreePort()
  const env = { ...process.env, HOME: home, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' }
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  for (const end = performance.now() + STARTS_WITHIN_MS; performance.now() < end; await sleep(50))
    if (await fetch(`${origin}/status`).catch(() => null)) break
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: T & { message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const post = <T>(command: string, body: object) => send<T>('POST', `/session/${sessionId}/${command}`, body)
  const evaluate = async <T>(expression: string) =>
    JSON.parse(
      await post<string>('execute/sync', { script: `return JSON.stringify((${expression}) ?? null)`, args: [] }),
    ) as T
  await post('window/rect', screen)
  return {
    open: (url) => post('url', { url }),
    back: () => post('back', {}),
    evaluate,
    act: (actions) => post('actions', { actions }),
    setFiles: async (selector, files) => {
      const found = await post<Record<string, string>>('element', { using: 'css selector', value: selector })
      await post(`element/${Object.values(found)[0]}/value`, { text: files.join('\n') })
    },
    close: async () => {
      await send('DELETE', `/session/${sessionId}`).catch(() => {})
      await stopProcess(child)
      await stopProcess(display)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
