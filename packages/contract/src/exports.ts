import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { ExportId } from './ids.ts'
import { Count, Time } from './lists.ts'

/**
 * A ZIP file with all data of a user. A job creates it. It can be downloaded for seven days, or until a newer export is
 * ready.
 */
export const DataExport = v.object({
  id: ExportId,
  state: v.picklist(['waiting', 'running', 'ready', 'failed', 'expired']),
  /** Progress in percent. */
  progress: v.pipe(Count, v.maxValue(100)),
  createdAt: Time,
  sizeBytes: v.nullable(Count),
  expiresAt: v.nullable(Time),
})
export type DataExport = v.InferOutput<typeof DataExport>

/** `nextAt` is when the user may start another export. Null means now. */
export const NewestExport = v.object({ export: v.nullable(DataExport), nextAt: v.nullable(Time) })
export type NewestExport = v.InferOutput<typeof NewestExport>

const oneExport = { path: '/api/exports/:id', auth: 'user', params: { id: ExportId } } as const

export const beginExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports',
  auth: 'sudo',
  summary: "Start an export of all the viewer's data, at most one a day; returns the running export, if any",
  output: DataExport,
  status: 202,
})
export const getNewestExport = defineEndpoint({
  method: 'GET',
  path: '/api/exports',
  auth: 'user',
  summary: "Get the viewer's newest export, and the earliest time for another",
  output: NewestExport,
})
export const getExport = defineEndpoint({
  ...oneExport,
  method: 'GET',
  summary: "Get the state and progress of one of the viewer's exports",
  output: DataExport,
})
export const getExportFile = defineEndpoint({
  ...oneExport,
  method: 'GET',
  path: '/api/exports/:id/file',
  summary: 'Download the ZIP file of an export that is ready; Range and If-Range resume a download',
  answers: 'application/zip',
})
