import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'

/** One Web Vital of a page. Contains no personal data. */
export const WebVital = v.object({
  name: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  /** URL pattern of a page, such as `/posts/:id`. Unknown patterns count as `other`. */
  route: v.pipe(v.string(), v.maxLength(80), v.regex(/^\/[\w:@/{}.?-]*$/)),
})
export type WebVital = v.InferOutput<typeof WebVital>

export const reportVitals = defineEndpoint({
  method: 'POST',
  path: '/api/vitals',
  auth: 'anyone',
  summary: 'Report the speed of a page (Web Vitals)',
  body: v.object({ vitals: v.pipe(v.array(WebVital), v.maxLength(10)) }),
})
