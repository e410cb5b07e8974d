import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Returns an address as it is stored: in NFC, and with the domain in Unicode instead of Punycode (`xn--`). Otherwise
 * one address could become two accounts, because some keyboards write é as one character and some as two.
 */
export function normaliseEmail(address: string): string {
  const [local, domain] = splitAddress(address.normalize('NFC'))
  return domain === undefined ? local : `${local}@${domainToUnicode(domain) || domain}`
}

/** Returns the spellings of an address under which an account may be stored, in lower case, the typed one first. */
export function equivalentEmails(address: string): string[] {
  const typed = address.toLowerCase()
  const [local, domain] = splitAddress(typed)
  if (domain === undefined || (/^\p{ASCII}*$/u.test(typed) && !domain.includes('xn--'))) return [typed]
  const domains = [domain, domainToUnicode(domain), domainToASCII(domain)].filter((spelling) => spelling !== '')
  const spellings = domains.flatMap((spelling) => [
    `${local}@${spelling}`.normalize('NFC'),
    `${local}@${spelling}`.normalize('NFD'),
  ])
  return [...new Set([typed, ...spellings])]
}

function splitAddress(address: string): [local: string, domain?: string] {
  const at = address.lastIndexOf('@')
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)]
}
