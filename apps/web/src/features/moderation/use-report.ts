import { type NewReport, type ReportReason, reportItem } from '@pawtrait/contract/moderation/moderation.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

/** State of the report form. `reason` is null before a choice. */
export type ReportDraft = { reason: ReportReason | null; note: string }

export const emptyReportDraft: ReportDraft = { reason: null, note: '' }

export const useSendReport = () =>
  useMutation({ mutationKey: ['report'], mutationFn: (body: NewReport) => call(reportItem, { body }) })
