import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The journal's steps differ from the current ones: the demo has changed. */
export class JournalOutdated extends Error {
  constructor() {
    super('The demo has changed since it stopped here. Set DATA_DIR to a new folder.')
  }
}

/** The demo was stopped by the user; its journal is complete. */
export class DemoStopped extends Error {}

/** File of finished demo steps and their results, which a resumed demo replays. */
export type Journal = {
  /** Start of the demo in milliseconds. All days of the demo count back from here, also after a resume. */
  today: number
  /** Number of finished steps. */
  finished: () => number
  /**
   * Returns the recorded result of the next step, or runs it and records its result, which must be JSON.
   * @throws JournalOutdated, DemoStopped, and what the step throws; then nothing is recorded
   */
  step<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Makes the next new step throw `DemoStopped`. */
  stop(): void
  /** Deletes the file. */
  remove(): void
}

type Entry = { name: string; answer?: unknown }

/** Returns the complete lines of the file: a killed process may have written only a part of the last one. */
function linesOf(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.split('\n').slice(0, -1)
}

/** Opens or creates the journal in a file. Each run must take the steps in the same order. */
export function openJournal(file: string, now: () => Date): Journal {
  const [first, ...rest] = linesOf(file)
  // `record` below wrote this line, so its type is known.
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
      // An earlier run of the same step recorded this result, so its type is known.
      return known.answer as Awaited<ReturnType<typeof run>>
    },
    stop: () => {
      isStopping = true
    },
    remove: () => rmSync(file, { force: true }),
  }
}
