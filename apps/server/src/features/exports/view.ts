import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { DataExport } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'

export type ExportRecord = {
  id: ExportId
  state: DataExport['state']
  progress: number
  /** A string, because the database driver returns `bigint` columns as strings. */
  sizeBytes: string | null
  createdAt: string
  finishedAt: string | null
  expiresAt: string | null
}

/** Returns the export as its owner sees it. From `expiresAt` on its state is `expired`, even before the sweep. */
export const toDataExport = ({ finishedAt, ...row }: ExportRecord, now: Date): DataExport => ({
  ...row,
  state: row.state === 'ready' && Date.parse(row.expiresAt ?? '') <= now.getTime() ? 'expired' : row.state,
  sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
})

/** Returns the earliest time for the next export: a day after the last finished export. Null means now. */
export function getNextExportTime(lastFinished: string | null, now: Date): Date | null {
  if (lastFinished === null) return null
  const next = new Date(Date.parse(lastFinished) + DAY_MS)
  return next > now ? next : null
}
