/** Sends callbacks and webhooks, and knows which are still under way. */
export type Deliver = {
  /** The status the receiver answered with; undefined when it could not be reached within 10 s. */
  post(url: string, body: string, headers: Record<string, string>): Promise<number | undefined>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

const timeoutMs = 10_000

/** The simulators reach this machine only: nothing they are told ever leaves it. */
export function isLoopback(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return /^https?:$/.test(protocol) && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
}

export function makeDeliver(log: (line: string) => void): Deliver {
  const underWay = new Set<Promise<unknown>>()
  return {
    post(url, body, headers) {
      const sent = post(url, body, headers, log)
      underWay.add(sent)
      return sent.finally(() => underWay.delete(sent))
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

async function post(url: string, body: string, headers: Record<string, string>, log: (line: string) => void) {
  if (!isLoopback(url)) return
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    // The address holds a secret of the receiver, so only its origin is told.
    log(`simulator: ${new URL(url).origin} did not take a message`)
    return
  }
}
