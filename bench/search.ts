import { type LoadFigures, type RequestTarget, runLoad } from './load.ts'
import type { ServerProcess } from './processes.ts'
import { SEARCHER_COUNT } from './seed-search.ts'

export type SearchFigures = LoadFigures & { name: string }

/** Search terms in groups. The terms of a group have a similar cost for the same reason, such as many matches. */
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

type SearchSetup = { app: ServerProcess; postgres: number; seconds: number; connections: number }

let turn = 0

// Counts refused searches too, because the app refuses a search with 503 when it exceeds its time limit.
async function measureSearch(name: string, paths: readonly string[], setup: SearchSetup): Promise<SearchFigures> {
  const { app, postgres, ...how } = setup
  const next = (): RequestTarget => {
    turn += 1
    const cookie = `pt_sid=bench-searcher${1 + (turn % SEARCHER_COUNT)}`
    const headers = { host: '127.0.0.1', cookie, 'sec-fetch-site': 'same-origin' }
    return { port: app.port, method: 'GET', path: paths[turn % paths.length] ?? '', headers }
  }
  return { name, ...(await runLoad(next, { ...how, pids: [app.pid, postgres], mayRefuse: true })) }
}

/**
 * Measures searches for each type of result, and for all types together. For users and for all types, measures each
 * group of terms with one caller. Then measures all terms mixed, with one and with sixteen callers. For each other
 * type, measures all terms mixed with one caller.
 */
export async function measureSearches(setup: Omit<SearchSetup, 'connections'>): Promise<SearchFigures[]> {
  const found: SearchFigures[] = []
  const all = Object.values(terms).flat()
  for (const type of ['user', 'pet', 'post', 'tag', 'place', undefined]) {
    const types = type ? `${type}s` : 'all kinds'
    const path = (q: string) => `/api/search?limit=20&q=${encodeURIComponent(q)}${type ? `&type=${type}` : ''}`
    const byKind = type === 'user' || !type ? Object.entries(terms) : []
    for (const [kind, some] of byKind)
      found.push(await measureSearch(`${types}: ${kind}`, some.map(path), { ...setup, connections: 1 }))
    for (const connections of type === 'user' || !type ? [1, 16] : [1])
      found.push(await measureSearch(`${types}, mixed ×${connections}`, all.map(path), { ...setup, connections }))
  }
  return found
}
