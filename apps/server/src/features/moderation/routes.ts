import * as decisions from '@pawtrait/contract/moderation/decisions.ts'
import * as contract from '@pawtrait/contract/moderation/moderation.ts'
import * as desk from '@pawtrait/contract/moderation/moderation-desk.ts'
import * as requests from '@pawtrait/contract/moderation/photo-requests.ts'
import { getTransparency } from '@pawtrait/contract/moderation/transparency.ts'
import { readAppealCookie } from '#features/sign-in/sessions/appeal-cookie.ts'
import { cookieName } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import { sendFile } from '#platform/http/send-file.ts'
import type { App, HttpExchange } from '#platform/http/serve.ts'
import { buildReportResponse, createReport } from './create-report.ts'
import { decideReport } from './decide-report.ts'
import { decideReports } from './decide-reports.ts'
import { addReportNote, readDeskSummary, readOwnRole, setReportAssignee } from './desk-actions.ts'
import { readTransparencyCounts } from './log/transparency.ts'
import { muteReporter, unmuteReporter } from './mute-reporter.ts'
import { openReportedPhoto } from './open-report.ts'
import {
  createPhotoRequest,
  createPhotoRequestChallenge,
  readPhotoRequestState,
} from './photo-requests/create-photo-request.ts'
import {
  appealDecision,
  listStatements,
  openStatementPhoto,
  readStatement,
  type StatementReaders,
} from './statements.ts'
import { judgeAppeal, undoDecision } from './undo-decision.ts'
import { listAppeals, readReportInContext, readReportQueue } from './view.ts'

/** Returns the viewer, and the suspended user of a valid appeal cookie. `http`: undefined in server rendering. */
function identifyReaders(ctx: Context, http: HttpExchange | undefined): StatementReaders {
  return [ctx.viewer, readAppealCookie(ctx, http?.request.cookies[cookieName(ctx.config, 'pt_stmt')])]
}

function decisionRoutes(app: App) {
  app.serve(decisions.decideReport, (ctx, { params, body }) => decideReport(ctx, params.id, body))
  app.serve(decisions.decideReports, (ctx, { body }) => decideReports(ctx, body))
  app.serve(decisions.undoDecision, (ctx, { params, body }) => undoDecision(ctx, params.id, body.note))
  app.serve(decisions.listAppeals, (ctx) => listAppeals(ctx))
  app.serve(decisions.judgeAppeal, (ctx, { params, body }) => judgeAppeal(ctx, params.id, body))
  app.serve(decisions.listStatements, (ctx) => listStatements(ctx))
  app.serve(decisions.getStatement, (ctx, { params }, http) =>
    readStatement(ctx, params.id, identifyReaders(ctx, http)),
  )
  app.serve(decisions.appealDecision, (ctx, { params, body }, http) =>
    appealDecision(ctx, params.id, identifyReaders(ctx, http), body.text),
  )
  app.serveRaw(decisions.getStatementPhoto, async (ctx, { params }, http) => {
    const file = await openStatementPhoto(ctx, params.id, identifyReaders(ctx, http), params.photo)
    return sendFile(http.reply.header('cache-control', 'no-store'), file, 'image/webp')
  })
}

function photoRequestRoutes(app: App) {
  app.serve(requests.requestPhotoRemoval, (ctx, { body }) => createPhotoRequest(ctx, body))
  app.serve(requests.getPhotoRequestChallenge, (ctx) => createPhotoRequestChallenge(ctx))
  app.serve(requests.getPhotoRequestState, (ctx, { body }) => readPhotoRequestState(ctx, body.reference))
}

export function moderationRoutes(app: App) {
  app.serve(contract.reportItem, (ctx, { body }) => createReport(ctx, body), buildReportResponse)
  app.serve(contract.getModeratorRole, (ctx) => readOwnRole(ctx))
  app.serve(desk.listReports, (ctx, { query }) => readReportQueue(ctx, query))
  app.serve(desk.getReport, (ctx, { params }) => readReportInContext(ctx, params.id))
  app.serve(desk.getDeskSummary, (ctx) => readDeskSummary(ctx))
  app.serve(desk.assignReport, (ctx, { params }) => setReportAssignee(ctx, params.id, 'me'))
  app.serve(desk.unassignReport, (ctx, { params }) => setReportAssignee(ctx, params.id, 'none'))
  app.serve(desk.addReportNote, (ctx, { params, body }) => addReportNote(ctx, params.id, body.text))
  app.serve(desk.muteReporter, (ctx, { params }) => muteReporter(ctx, params.id))
  app.serve(desk.unmuteReporter, (ctx, { params }) => unmuteReporter(ctx, params.id))
  app.serve(getTransparency, (ctx) => readTransparencyCounts(ctx))
  decisionRoutes(app)
  photoRequestRoutes(app)
  app.serveRaw(desk.getReportedPhoto, async (ctx, { params }, { reply }) => {
    const file = await openReportedPhoto(ctx, params.id, params.photo)
    return sendFile(reply.header('cache-control', 'no-store'), file, 'image/webp')
  })
}
