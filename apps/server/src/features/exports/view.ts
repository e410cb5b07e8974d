import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Export } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'

export type ExportRow = {
  id: ExportId
  state: Export['state']
  progress: number
  /** As the driver gives 64 bits. */
  sizeBytes: string | null
  createdAt: string
  finishedAt: string | null
  expiresAt: string | null
}

/** Expired from the instant on, whenever the sweep comes. */
export const exportView = ({ finishedAt, ...row }: ExportRow, now: Date): Export => ({
  ...row,
  state: row.state === 'ready' && Date.parse(row.expiresAt ?? '') <= now.getTime() ? 'expired' : row.state,
  sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
})

/** From when on another may be begun: a day after the last was finished; null: now. */
export function nextExportAt(lastFinished: string | null, now: Date): Date | null {
  if (lastFinished === null) return null
  const next = new Date(Date.parse(lastFinished) + DAY_MS)
  return next > now ? next : null
}
