import type { SpamWaveId, UserId } from '@pawtrait/contract/ids.ts'
import { type ReportReason, reportReasons } from '@pawtrait/contract/moderation/moderation.ts'
import { type ReportedItemKind, reportedItemKinds } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { DeskView } from './desk-cache.ts'

const views = ['open', 'mine', 'decided'] as const

const findKnown = <One extends string>(all: readonly One[], word: string | null): One | undefined =>
  all.find((known) => known === word)

/** Returns the queue's tab and filters from the query string of a URL. */
export function parseDeskView(params: URLSearchParams): DeskView {
  const view = findKnown(views, params.get('view')) ?? 'open'
  const wave = (params.get('wave') ?? undefined) as SpamWaveId | undefined
  const owner = wave ? undefined : ((params.get('owner') ?? undefined) as UserId | undefined)
  if (wave || owner) return { view, wave, owner, kind: undefined, reason: undefined, trusted: undefined }
  return {
    view,
    wave,
    owner,
    kind: findKnown<ReportedItemKind>(reportedItemKinds, params.get('kind')),
    reason: findKnown<ReportReason>(reportReasons, params.get('reason')),
    trusted: view === 'decided' ? undefined : findKnown(['1'], params.get('trusted')),
  }
}

/** Returns the URL of the queue with this tab and these filters. */
export function getDeskViewUrl({ view, ...narrow }: Partial<DeskView>): string {
  const parts = Object.entries({ view: view === 'open' ? undefined : view, ...narrow })
  const params = new URLSearchParams(parts.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return params.size > 0 ? `${paths.moderation}?${params.toString()}` : paths.moderation
}
