import type { WaveId } from '@pawtrait/contract/ids.ts'
import { type ReportReason, reportReasons } from '@pawtrait/contract/moderation.ts'
import { type ReportKind, reportKinds } from '@pawtrait/contract/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { DeskView } from './desk-cache.ts'

const views = ['open', 'mine', 'decided'] as const

const oneOf = <One extends string>(all: readonly One[], word: string | null): One | undefined =>
  all.find((one) => one === word)

/** Which part of the reports an address shows. */
export function viewIn(params: URLSearchParams): DeskView {
  const view = oneOf(views, params.get('view')) ?? 'open'
  const wave = params.get('wave')
  if (wave) return { view, wave: wave as WaveId, kind: undefined, reason: undefined }
  return {
    view,
    wave: undefined,
    kind: oneOf<ReportKind>(reportKinds, params.get('kind')),
    reason: oneOf<ReportReason>(reportReasons, params.get('reason')),
  }
}

/** The address of a part of the reports. */
export function viewAddress({ view, ...narrow }: Partial<DeskView>): string {
  const parts = Object.entries({ view: view === 'open' ? undefined : view, ...narrow })
  const params = new URLSearchParams(parts.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return params.size > 0 ? `${paths.moderation}?${params.toString()}` : paths.moderation
}
