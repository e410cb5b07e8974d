import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { postponeWhenDiskFull } from '#platform/storage/free-space.ts'
import { runImport } from './run-import.ts'
import { sweepImports } from './sweep-imports.ts'

type ImportJob = { import: ImportId }

export const importJobs = (ctx: () => Context): Worker[] => [
  postponeWhenDiskFull(ctx, {
    name: 'run-import',
    // Ten thousand photos take 3 hours, at one second per photo. Imports run one at a time, to leave decoders for
    // uploads.
    maxHours: 12,
    lateAfterMinutes: 24 * 60, // waits of hours are normal: imports run one at a time, and each may take hours
    work: ({ import: id }: ImportJob) => runImport(ctx(), id),
  }),
  { name: 'sweep-imports', cron: '*/10 * * * *', work: () => sweepImports(ctx()) },
]
