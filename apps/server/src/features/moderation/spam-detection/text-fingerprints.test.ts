import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { computeTextFingerprints } from './text-fingerprints.ts'

const mac = (purpose: string, text: string) => createHash('sha256').update(`${purpose} ${text}`).digest('base64url')
const computePrints = (text: string) => computeTextFingerprints(text, { mac }, 'pawtrait.test')

const advert = 'Buy the finest kibble of all the world for your dog now'

it('computeTextFingerprints ignores case, digits, punctuation, accents, lookalikes, mentions and added links', () => {
  const [print] = computePrints(advert)
  for (const dressed of [
    advert.toUpperCase(),
    `${advert} 123!!!`,
    advert.replaceAll(' ', ' . '),
    advert.replace('Buy', 'Bùy'),
    advert.replaceAll('e', 'е').replaceAll('o', 'о'),
    advert.replaceAll(' ', '\u200b '),
    `@anna @ben.b ${advert}`,
    `${advert} https://one.test/?of=1`,
  ])
    expect([dressed, computePrints(dressed)[0]]).toEqual([dressed, print])
  expect(computePrints(`${advert} or cat`)[0]).not.toBe(print)
})

it('computeTextFingerprints returns no fingerprint for short texts and for links to this instance', () => {
  for (const text of ['', 'so cute 😻😻😻', 'Happy birthday to the best dog', '1234567890'.repeat(9), '😻'.repeat(99)])
    expect([text, computePrints(text)]).toEqual([text, []])
  expect(computePrints('see https://pawtrait.test/posts/1')).toEqual([])
  expect(computePrints('see https://pawtrait.test.evil.test/posts/1')).toHaveLength(1)
})

it('computeTextFingerprints distinguishes links by host and path, and ignores scheme, "www." and punctuation', () => {
  expect(computePrints('see HTTPS://www.Kibble.test/Win.')).toEqual(computePrints('see (https://kibble.test/Win)'))
  expect(computePrints('www.kibble.test/Win')).toEqual(computePrints('https://KIBBLE.test/Win!'))
  expect(computePrints('https://kibble.test/Win')).not.toEqual(computePrints('https://kibble.test/win'))
})
