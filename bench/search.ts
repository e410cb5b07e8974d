import { Agent, request } from 'node:http'
import { cpuMs } from './accounts.ts'
import type { Served } from './processes.ts'
import { SEARCHERS } from './seed-search.ts'

export type SearchFigures = {
  name: string
  perSecond: number
  p50: number
  p99: number
  most: number
  /** Answers that were no 200: taken too long. */
  refused: number
  cpuMsPerRequest: number
}

/** What people type, by what makes it dear or cheap. */
const terms = {
  'one letter': ['a', 'e', 'n', 'w', 'z', 'q', 'x', 'а', 'м', 'ع', '王', '花', '김', 'é'],
  'two letters': ['am', 'nj', 'wa', 'ja', 'ki', 'zo', 'qu', 'ма', 'ан', 'مح', '小花', '佐藤', 'xq'],
  'common names': ['amina', 'juma', 'wanjiku', 'kamau', 'maria', 'anna', 'jose', 'мария', 'محمد', '李伟', '佐藤さくら'],
  beginnings: ['ami', 'wanj', 'kam', 'mar', 'fran', 'алек', 'فاط', '王小', 'jepk', 'otien'],
  'inside a name': ['mina', 'anji', 'amau', 'ria', 'oise', 'катери', 'سين', '小', "g'an", 'ngar'],
  'many, hardly followed': ['zawadi', 'zawa', 'awadi', 'wadi ', 'zawadi k', 'adi m'],
  'first and last': ['amina mwangi', 'wanjiku kamau', 'maria garcia', 'анна иванов', 'محمد حداد', 'amina otieno'],
  rare: ['zuri njonja', 'kebalo', 'shosho', 'njonjonjo', 'pumpkin', 'mister whiskers', '雨桐', 'ивайло', 'бондаренко'],
  nobody: [
    'qqqq',
    'xylophone',
    'zzzzzzzz',
    'amimami',
    'юююю',
    '龍龍',
    'supercalifragilisticexpialidoc',
    'wanjiku wanjiku wanjiku wanjik',
  ],
} as const

type Answer = { ms: number; status: number }

const ask = (agent: Agent, port: number, path: string, searcher: number) =>
  new Promise<Answer>((resolve, reject) => {
    const from = performance.now()
    const headers = { host: '127.0.0.1', cookie: `pt_sid=bench-searcher${searcher}`, 'sec-fetch-site': 'same-origin' }
    const sent = request({ agent, host: '127.0.0.1', port, method: 'GET', path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ ms: performance.now() - from, status: answer.statusCode ?? 0 }))
    })
    sent.on('error', reject)
    sent.end()
  })

type Asked = { app: Served; postgres: number; seconds: number; connections: number }

let turn = 0

async function figuresOf(name: string, paths: readonly string[], asked: Asked): Promise<SearchFigures> {
  const { app, postgres, seconds, connections } = asked
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (forMs: number) => {
    const answers: Answer[] = []
    const until = performance.now() + forMs
    const caller = async () => {
      while (performance.now() < until) {
        turn += 1
        const path = paths[turn % paths.length] ?? ''
        answers.push(await ask(agent, app.port, path, 1 + (turn % SEARCHERS)))
      }
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return answers
  }
  await run(1_000)
  const before = await cpuMs([app.pid, postgres])
  const from = performance.now()
  const answers = await run(seconds * 1_000)
  const elapsed = (performance.now() - from) / 1_000
  agent.destroy()
  const used = (await cpuMs([app.pid, postgres])) - before
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const odd = answers.find(({ status }) => status !== 200 && status !== 503)
  if (odd) throw new Error(`${name}: ${odd.status}`)
  return {
    name,
    perSecond: answers.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
    refused: answers.filter(({ status }) => status === 503).length,
    cpuMsPerRequest: used / answers.length,
  }
}

/** Searches by kind of term with one caller, then all terms mixed with one and with sixteen. */
export async function searchFigures(asked: Omit<Asked, 'connections'>): Promise<SearchFigures[]> {
  const found: SearchFigures[] = []
  const all = Object.values(terms).flat()
  for (const type of ['user', 'pet', 'post', 'tag', 'place', undefined]) {
    const what = type ? `${type}s` : 'all kinds'
    const path = (q: string) => `/api/search?limit=20&q=${encodeURIComponent(q)}${type ? `&type=${type}` : ''}`
    const byKind = type === 'user' || !type ? Object.entries(terms) : []
    for (const [kind, some] of byKind)
      found.push(await figuresOf(`${what}: ${kind}`, some.map(path), { ...asked, connections: 1 }))
    for (const connections of type === 'user' || !type ? [1, 16] : [1])
      found.push(await figuresOf(`${what}, mixed ×${connections}`, all.map(path), { ...asked, connections }))
  }
  return found
}
