import { decideReports, type NewDecision } from '@pawtrait/contract/decisions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { useToast } from '#ui/Toast.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { deskChanged } from './desk-cache.ts'
import type { Queue } from './use-queue.ts'

/** Decides about all that is ticked. What was refused stays ticked, and is counted. */
function useBulk({ ticked, lines, act, setDeciding }: Queue) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const [refused, setRefused] = useState(0)
  const close = () => {
    setDeciding(false)
    setRefused(0)
  }
  const decide = (decision: NewDecision) =>
    act(async () => {
      const reports = ticked.map(({ id }) => id)
      const { decided, refused: left } = await call(decideReports, { body: { reports, ...decision } })
      lines.drop(new Set(decided.map(({ report }) => report)))
      void deskChanged(queries)
      toast({ text: t(phrases.desk.bulkDone, { count: decided.length }) })
      setRefused(left.length)
      if (left.length === 0) close()
    })
  return { refused, close, decide }
}

/** One act about everything that is ticked, as in a wave of spam. */
export function BulkDialog({ queue }: { queue: Queue }) {
  const t = useTranslate()
  const { ticked, isDeciding, isPending, error } = queue
  const { refused, close, decide } = useBulk(queue)
  return (
    <Dialog
      wide
      open={isDeciding}
      onClose={close}
      title={t(phrases.desk.decideMany, { count: ticked.length })}
      closeLabel={t(phrases.ui.close)}
    >
      {refused > 0 && (
        <ErrorBox title={t(phrases.desk.bulkRefused, { count: refused })}>{t(phrases.desk.bulkRefusedLead)}</ErrorBox>
      )}
      <DecisionForm
        kinds={ticked.map(({ kind }) => kind)}
        name={null}
        busy={isPending}
        error={error}
        submit={t(phrases.desk.decideTicked)}
        onDecide={decide}
      />
    </Dialog>
  )
}
