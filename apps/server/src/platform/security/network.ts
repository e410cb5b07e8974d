import { isIP } from 'node:net'

function parseIpv6Groups(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address. Returns other addresses unchanged. */
export const unmapIpv4 = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the household (IPv4 /32, IPv6 /64) and the neighbourhood (/24, /48) of an address. */
export function getNetworks(ip: string): { household: string; neighbourhood: string } {
  const address = unmapIpv4(ip)
  if (isIP(address) === 4)
    return { household: `${address}/32`, neighbourhood: `${address.split('.').slice(0, 3).join('.')}.0/24` }
  const groups = isIP(address) === 6 ? parseIpv6Groups(address) : []
  const formatPrefix = (count: number) => `${groups.slice(0, count).join(':')}::/${count * 16}`
  return groups.length === 0
    ? { household: 'unknown/128', neighbourhood: 'unknown/48' }
    : { household: formatPrefix(4), neighbourhood: formatPrefix(3) }
}

export const isLoopback = (ip: string) => /^127\.|^::1$/.test(unmapIpv4(ip))

/** Whether a host in a URL or a setting is this machine. */
export const isLoopbackHost = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)

/** Whether a host is loopback, a private (RFC 1918, RFC 4193) or link-local address, or a name in a home network. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isLoopbackHost(bare)) return true
  if (isIP(bare) === 4) return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(bare)
  if (isIP(bare) === 6) return /^f[cde]/i.test(bare)
  return bare.endsWith('.local') || bare.endsWith('.home.arpa')
}
