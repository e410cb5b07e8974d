import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Thrown when the demo's code has changed since the journal was written, so that the steps differ. */
export class JournalOutdated extends Error {
  constructor() {
    super('The code of the demo has changed since it stopped here. Set DATA_DIR to a new folder.')
  }
}

/** Thrown when the user has stopped the demo. The journal contains all finished steps. */
export class DemoStopped extends Error {}

/** File of finished demo steps and their results, which a resumed demo replays. */
export type Journal = {
  /** Time of the first start, in milliseconds. The demo's dates are relative to this time, even in a resumed run. */
  today: number
  /** Number of finished steps. */
  finished: () => number
  /**
   * Returns the recorded result of the next step, or runs it and records its result, which must be JSON.
   * @throws JournalOutdated, DemoStopped, or any error of the step, which is then not recorded
   */
  step<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Stops the demo: the next step throws `DemoStopped` instead of running. */
  stop(): void
  /** Deletes the journal file. */
  remove(): void
}

type Entry = { name: string; answer?: unknown }

/** Returns the complete lines of the file. A process that was killed may have written only a part of the last line. */
function linesOf(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.split('\n').slice(0, -1)
}

/** Opens or creates the journal file. Every run must execute the steps in the same order. */
export function openJournal(file: string, now: () => Date): Journal {
  const [first, ...rest] = linesOf(file)
  // This type assertion is safe, because `record` below wrote this line.
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
      // This type assertion is safe, because an earlier run recorded this result for the same step.
      return known.answer as Awaited<ReturnType<typeof run>>
    },
    stop: () => {
      isStopping = true
    },
    remove: () => rmSync(file, { force: true }),
  }
}
