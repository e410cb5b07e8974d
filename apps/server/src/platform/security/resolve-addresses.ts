import { Resolver } from 'node:dns/promises'

const QUERY_MS = 2_000
const TRIES = 2

/**
 * Returns all addresses of a name, IPv4 first. Returns none if the name has none, or if no name server responds in
 * time. Sends DNS queries itself: `dns.lookup` has no time limit, and two lookups without a response block all lookups
 * of the process.
 * @throws the signal's reason when it is aborted
 */
export async function resolveAddresses(
  host: string,
  signal: AbortSignal,
  { servers, queryMs = QUERY_MS }: { servers?: string[]; queryMs?: number } = {},
): Promise<string[]> {
  const resolver = new Resolver({ timeout: queryMs, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.throwIfAborted()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal.throwIfAborted()
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
