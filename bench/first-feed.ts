import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { hit, median } from './load.ts'
import type { Served } from './processes.ts'
import { headersOf } from './requests.ts'

/** Milliseconds of the first feed page and the first feed of a process, and in the middle of those that follow. */
export type FirstFeedFigures = { page: number; feed: number; laterPage: number; laterFeed: number }

const LATER = 30

async function asked(port: number, path: string) {
  const agent = new Agent({ keepAlive: true })
  const once = () => hit(agent, { port, method: 'GET', path, headers: headersOf('average') })
  const first = await once()
  const later: number[] = []
  for (let n = 0; n < LATER; n++) later.push(await once())
  agent.destroy()
  return { first, later: median(later) }
}

/** Asks two processes that nobody has asked anything, each for one thing: what the one compiles helps the other. */
export async function firstFeedFigures(start: () => Promise<Served>): Promise<FirstFeedFigures> {
  const ofFresh = async (path: string) => {
    const app = await start()
    try {
      await sleep(1_000)
      return await asked(app.port, path)
    } finally {
      await app.stop()
    }
  }
  const [page, feed] = [await ofFresh('/dashboard'), await ofFresh('/api/feed?limit=20')]
  return { page: page.first, feed: feed.first, laterPage: page.later, laterFeed: feed.later }
}
