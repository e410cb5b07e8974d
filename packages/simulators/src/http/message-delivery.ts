/** Sends callbacks and webhooks, and tracks undelivered messages. */
export type MessageDelivery = {
  /**
   * Posts a message to a URL on this machine. Returns the receiver's status, or undefined if no response arrives within
   * 10 s. Returns undefined and sends nothing if the URL is on another machine.
   */
  post(url: string, body: string, headers: Record<string, string>): Promise<number | undefined>
  /** Resolves when all messages are delivered or have failed. */
  idle(): Promise<void>
}

const timeoutMs = 10_000

/** Returns whether a URL is on this machine. The simulators never call another machine. */
export function isLoopback(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return /^https?:$/.test(protocol) && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
}

export function makeMessageDelivery(log: (line: string) => void): MessageDelivery {
  const pending = new Set<Promise<unknown>>()
  return {
    post(url, body, headers) {
      const sent = post(url, body, headers, log)
      pending.add(sent)
      return sent.finally(() => pending.delete(sent))
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending)
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
    // Logs only the origin of the URL, because the path contains a secret of the merchant.
    log(`simulator: ${new URL(url).origin} did not take a message`)
    return
  }
}
