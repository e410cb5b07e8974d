import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The journal was written by other steps than those taken now: the demo has changed since. */
export class JournalOutdated extends Error {
  constructor() {
    super('The demo has changed since it stopped here. Set DATA_DIR to a new folder.')
  }
}

/** The demo was asked to stop; its journal is complete. */
export class DemoStopped extends Error {}

/** Finished steps of the demo with their answers, in a file. A demo that stopped replays them and goes on. */
export type Journal = {
  /** When the demo began, in milliseconds. Its days count back from here, also after it was resumed. */
  today: number
  /** How many steps are finished. */
  finished: () => number
  /**
   * Returns the recorded answer of the next step, or runs the step and records its answer, which must be JSON.
   * @throws JournalOutdated, DemoStopped, and what the step throws; then it is not recorded
   */
  step<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Makes the next new step throw `DemoStopped`. */
  stop(): void
  /** Deletes the file: there is nothing to resume. */
  remove(): void
}

type Entry = { name: string; answer?: unknown }

/** Lines of the file that were written whole: a killed process may have left half of the last one. */
function linesOf(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.split('\n').slice(0, -1)
}

/** Opens the journal in a file, or begins one there. The steps must come in the same order each time. */
export function openJournal(file: string, now: () => Date): Journal {
  const [first, ...rest] = linesOf(file)
  // What is read here was written by `record` below.
  const { today } = first ? (JSON.parse(first) as { today: number }) : { today: now().getTime() }
  const entries = rest.map((line) => JSON.parse(line) as Entry)
  const text = [JSON.stringify({ today }), ...rest].join('\n')
  writeFileSync(file, `${text}\n`, { mode: 0o600 })
  let [next, isStopping] = [0, false]
  const record = (entry: Entry) => {
    appendFileSync(file, `${JSON.stringify(entry)}\n`)
    entries.push(entry)
  }
  return {
    today,
    finished: () => entries.length,
    step: async (name, run) => {
      const known = entries[next]
      if (known && known.name !== name) throw new JournalOutdated()
      if (!known) {
        if (isStopping) throw new DemoStopped()
        const answer = await run()
        record({ name, answer })
        next++
        return answer
      }
      next++
      // The same step gave it, and its answers are JSON.
      return known.answer as Awaited<ReturnType<typeof run>>
    },
    stop: () => {
      isStopping = true
    },
    remove: () => rmSync(file, { force: true }),
  }
}
