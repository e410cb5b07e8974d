import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** The routes that are told apart; whatever else is reported counts as one. */
export const routePatterns = [
  '/',
  '/signup',
  '/login',
  '/dashboard',
  '/dashboard/create',
  '/dashboard/search',
  '/dashboard/premium',
  '/dashboard/profile',
  '/profile/edit',
  '/settings',
  '/settings/account',
  '/settings/security',
  '/settings/privacy',
  '/settings/data',
  '/settings/notifications',
  '/settings/appearance',
  '/privacy',
  '/rules',
  '/safety',
  '/pets/new',
  '/pets/:slug',
  '/pets/:slug/edit',
  '/@:username',
  '/@:username/followers',
  '/@:username/following',
  '/posts/:id',
  '/tags/:tag',
  '/explore/:species',
] as const

/** One measurement of a page load, without anything about the person. */
export const Vital = v.object({
  name: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  /** Route pattern, such as `/posts/:id`. */
  route: v.pipe(v.string(), v.maxLength(80), v.regex(/^\/[\w:@/{}.-]*$/)),
})
export type Vital = v.InferOutput<typeof Vital>

export const reportVitals = endpoint({
  method: 'POST',
  path: '/api/vitals',
  auth: 'anyone',
  summary: 'How fast a page was for somebody',
  body: v.object({ vitals: v.pipe(v.array(Vital), v.maxLength(10)) }),
})
