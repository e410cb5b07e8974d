import { type NewReport, type ReportReason, report } from '@pawtrait/contract/moderation/moderation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

/** A report as it is being written; no reason is chosen yet while it is null. */
export type ReportDraft = { reason: ReportReason | null; note: string }

/** As it begins. */
export const emptyReport: ReportDraft = { reason: null, note: '' }

/** Tells the moderators. */
export const useReport = () =>
  useMutation({ mutationKey: ['report'], mutationFn: (body: NewReport) => call(report, { body }) })
