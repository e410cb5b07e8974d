import type { ReportId, UserId } from '@pawtrait/contract/ids.ts'
import { muteReporter, unmuteReporter } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { deskChanged, keepMuted } from './desk-cache.ts'
import { useDeskAct } from './use-desk-act.tsx'

type Reported = { report: ReportId; reporter: UserId }

/** Mutes or unmutes the reporter of a report, and updates every cached case that names them. */
export function useMuteReporter() {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const { act, ...desk } = useDeskAct()
  const setMuted = ({ report, reporter }: Reported, mute: boolean) =>
    act(async () => {
      const { muted } = await call(mute ? muteReporter : unmuteReporter, { params: { id: report } })
      keepMuted(queries, reporter, muted)
      void deskChanged(queries)
      toast({ text: t(muted ? phrases.desk.mutedToast : phrases.desk.unmutedToast) })
    })
  return { ...desk, setMuted }
}
