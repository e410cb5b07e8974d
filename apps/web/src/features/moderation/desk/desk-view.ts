import { type ReportReason, reportReasons } from '@pawtrait/contract/moderation.ts'
import { type ReportKind, reportKinds } from '@pawtrait/contract/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { DeskView } from './desk-cache.ts'

const views = ['open', 'mine', 'decided'] as const

const oneOf = <One extends string>(all: readonly One[], word: string | null): One | undefined =>
  all.find((one) => one === word)

/** Which part of the reports an address shows. */
export const viewIn = (params: URLSearchParams): DeskView => ({
  view: oneOf(views, params.get('view')) ?? 'open',
  kind: oneOf<ReportKind>(reportKinds, params.get('kind')),
  reason: oneOf<ReportReason>(reportReasons, params.get('reason')),
})

/** The address of a part of the reports. */
export function viewAddress({ view, kind, reason }: DeskView): string {
  const params = new URLSearchParams({
    ...(view !== 'open' && { view }),
    ...(kind && { kind }),
    ...(reason && { reason }),
  })
  return params.size > 0 ? `${paths.moderation}?${params.toString()}` : paths.moderation
}
