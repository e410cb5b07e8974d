import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../e2e/client.ts'

/** What a load was answered; times as of `performance.now()`. */
export type Tally = {
  answered: number
  /** Said in our envelope, with when to try again or that there is no room. */
  refused: number
  /** No answer of ours: the connection was refused or broke off, or a proxy found nobody. */
  cut: number
  /** What nobody should be answered, such as a 500 or another's name. */
  wrong: string[]
  /** When something was refused or cut. */
  troubles: number[]
  /** The longest that somebody waited for an answer, a refusal or the end of the connection. */
  slowestMs: number
}

export const newTally = (): Tally => ({ answered: 0, refused: 0, cut: 0, wrong: [], troubles: [], slowestMs: 0 })

const answersWithinMs = 30_000

/** Whether an answer says in our envelope that it is not possible now. */
export async function isRefusal(answer: Response): Promise<boolean> {
  const isOurs = answer.headers.get('content-type')?.startsWith('application/problem+json')
  const { code } = isOurs ? ((await answer.clone().json()) as { code?: string }) : {}
  return (code === 'unavailable' && answer.headers.has('retry-after')) || code === 'storage-full'
}

/** As HAProxy words it when no node answers. */
const isOfProxy = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && headers.get('content-type') === 'text/html'

export type Asked = [method: string, path: string, body?: object | FormData]

/** The whole of a file. */
export const asBytes = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

/** Asks once; undefined when it was refused, cut or wrong, which is counted. `readBody`: JSON unless said otherwise. */
export async function ask<T>(
  app: { origin: string },
  client: Client,
  tally: Tally,
  [method, path, body]: Asked,
  readBody = async (answer: Response) => (await answer.json()) as T,
): Promise<T | undefined> {
  const asks = performance.now()
  const trouble = async (what: 'refused' | 'cut') => {
    tally[what]++
    tally.troubles.push(performance.now())
    await sleep(100) // a client that is refused does not ask again at once
    return undefined
  }
  const asked = client.call(app, method, path, body).then(async (answer) => {
    if (answer.ok) return readBody(answer)
    if (await isRefusal(answer)) return trouble('refused')
    if (isOfProxy(answer)) return trouble('cut')
    tally.wrong.push(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 160)}`)
    return undefined
  })
  const late = sleep(answersWithinMs, 'late' as const, { ref: false })
  const found = await Promise.race([asked, late]).catch((error: unknown) => {
    if (error instanceof TypeError || error instanceof SyntaxError) return trouble('cut') // also in the middle of JSON
    throw error
  })
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - asks)
  if (found === 'late') {
    tally.wrong.push(`${method} ${path}: no answer within ${answersWithinMs} ms`)
    return undefined
  }
  if (found !== undefined) tally.answered++
  return found
}
