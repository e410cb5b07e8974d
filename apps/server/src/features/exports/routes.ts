import * as contract from '@pawtrait/contract/exports.ts'
import { resolveRequestedRange, sendFile } from '#platform/http/send-file.ts'
import type { App } from '#platform/http/serve.ts'
import { beginExport, getNewestExport } from './begin-export.ts'
import { getExport } from './get-export.ts'
import { openExport } from './open-export.ts'

export function exportRoutes(app: App) {
  app.serve(contract.beginExport, (ctx) => beginExport(ctx))
  app.serve(contract.getNewestExport, (ctx) => getNewestExport(ctx))
  app.serve(contract.getExport, (ctx, { params }) => getExport(ctx, params.id))
  app.serveRaw(contract.getExportFile, async (ctx, { params }, { request, reply }) => {
    // The ETag is the id, because a finished export never changes.
    const validator = `"${params.id}"`
    const { day, ...file } = await openExport(ctx, params.id, resolveRequestedRange(request, reply, validator))
    reply.headers({
      etag: validator,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="pawtrait-${day}.zip"`,
    })
    return sendFile(reply, file, 'application/zip')
  })
}
