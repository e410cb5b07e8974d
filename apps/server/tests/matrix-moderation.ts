import type { Row } from './matrix-rows.ts'
import { every, sent } from './matrix-rows.ts'

const made = '01900000-0000-7000-8000-000000000001'

/** Nobody of the matrix moderates: for each of them it is not there, whatever is sent. */
const notThere =
  (more: { path?: string; body?: unknown } = {}): Row =>
  (endpoint) =>
    every(['always'], () => ({
      make: async () => sent(more.path ?? endpoint.path.replace(/:\w+/g, made), { body: more.body }),
      expected: 404,
    }))

export const moderationRows: Record<string, Row> = {
  'GET /api/moderation/reports': notThere(),
  'GET /api/moderation/reports/:id': notThere(),
  'GET /api/moderation/reports/:id/photos/:photo': notThere(),
}
