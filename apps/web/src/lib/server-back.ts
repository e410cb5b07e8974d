const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000
// A server that is there says so at once.
const ANSWER_MS = 5000

const waiting = new Set<() => void>()
let isAsking = false

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Asks for all who wait, ever more seldom, until the server answers. */
async function ask() {
  if (isAsking) return
  isAsking = true
  let wasAway = false
  for (let pause = FIRST_PAUSE_MS; waiting.size > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (waiting.size === 0 || (await answers())) break
    wasAway = true
  }
  isAsking = false
  const told = [...waiting]
  waiting.clear()
  if (wasAway) for (const tell of told) tell()
}

/**
 * Calls back each time a server that did not answer does so again. One that answers already has refused what failed:
 * then nobody is called.
 */
export function followServer(tell: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const tellAndGoOn = () => {
    tell()
    // It may be away again by the time it is asked for what failed.
    followServer(tell, signal)
  }
  waiting.add(tellAndGoOn)
  signal.addEventListener('abort', () => waiting.delete(tellAndGoOn), { once: true })
  void ask()
}
