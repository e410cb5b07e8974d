import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { postponeWhenDiskFull } from '#platform/storage/free-space.ts'
import { createExportReadyEmail } from './emails.ts'
import { makeExport } from './make-export.ts'
import { selectExportEmail } from './queries.ts'
import { sweepExports } from './sweep-exports.ts'

type ExportJob = { export: ExportId }

/** Jobs of the feature `exports`. `ownedData`: tables with data about users, from all features. */
export const exportJobs = (ctx: () => Context, ownedData: readonly OwnedTable[]): Worker[] => [
  postponeWhenDiskFull(ctx, {
    name: 'make-export',
    // 12 hours suffice for many thousand photos in a slow bucket. Exports run one at a time, to keep requests fast.
    maxHours: 12,
    lateAfterMinutes: 24 * 60, // waits of hours are normal: exports run one at a time, and each may take hours
    work: ({ export: id }: ExportJob) => makeExport(ctx(), ownedData, id),
  }),
  { name: 'mail-export', work: ({ export: id }: ExportJob) => mailExport(ctx(), id) },
  { name: 'sweep-exports', cron: '*/10 * * * *', work: () => sweepExports(ctx()) },
]

async function mailExport(ctx: Context, id: ExportId) {
  const exportEmail = await selectExportEmail(ctx.db, id)
  if (exportEmail) await ctx.mail.send(createExportReadyEmail(ctx.config, exportEmail))
}
