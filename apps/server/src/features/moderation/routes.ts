import * as contract from '@pawtrait/contract/moderation.ts'
import * as desk from '@pawtrait/contract/moderation-desk.ts'
import { sendFile } from '#platform/send-file.ts'
import type { App } from '#platform/serve.ts'
import { openReportedPhoto } from './look-at-report.ts'
import { reportSomething } from './report-something.ts'
import { reportInContext, reportQueue } from './view.ts'

export function moderationRoutes(app: App) {
  app.serve(contract.report, (ctx, { body }) => reportSomething(ctx, body))
  app.serve(desk.listReports, (ctx, { query }) => reportQueue(ctx, query))
  app.serve(desk.getReport, (ctx, { params }) => reportInContext(ctx, params.id))
  app.serveRaw(desk.getReportedPhoto, async (ctx, { params }, { reply }) => {
    const file = await openReportedPhoto(ctx, params.id, params.photo)
    return sendFile(reply.header('cache-control', 'no-store'), file, 'image/jpeg')
  })
}
