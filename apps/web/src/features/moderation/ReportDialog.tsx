import type { ReportSubject } from '@pawtrait/contract/moderation/moderation.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import { useState } from 'react'
import { reportQuestions } from '#i18n/en/by-value/moderation/report-questions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import styles from './ReportDialog.module.css'
import { ReportFields } from './ReportFields.tsx'
import { emptyReportDraft, useSendReport } from './use-report.ts'

type ReportDialogProps = {
  subject: ReportSubject
  /** Username of the reported user or of the author of the reported item. For a pet, its name. */
  name: string
  open: boolean
  onClose: () => void
  /** Opens the block dialog after the report. Undefined if the subject has no user to block. */
  onBlock?: (() => void) | undefined
  onHide?: (() => void) | undefined
}

/** Dialog that sends a report to the moderators. It keeps the reason and the note when sending fails. */
export function ReportDialog({ subject, name, open, onClose, onBlock, onHide }: ReportDialogProps) {
  const t = useTranslate()
  const [draft, setDraft] = useState(emptyReportDraft)
  const [needsReason, setNeedsReason] = useState(false)
  const send = useSendReport()
  const close = () => {
    onClose()
    if (!send.isSuccess) return
    send.reset()
    setDraft(emptyReportDraft)
  }
  const press = () => {
    const { reason, note } = draft
    setNeedsReason(!reason)
    if (reason) send.mutate({ subject, reason, note })
  }
  const closeThen = (callback: (() => void) | undefined) =>
    callback &&
    (() => {
      close()
      callback()
    })
  const title = send.isSuccess ? t(phrases.moderation.thanksTitle) : t(reportQuestions[subject.type], { name })
  const actions = send.isSuccess ? (
    <AfterReport name={name} onDone={close} onBlock={closeThen(onBlock)} onHide={closeThen(onHide)} />
  ) : (
    <Actions name={name} isSending={send.isPending} onSend={press} onClose={close} />
  )
  return (
    <Dialog wide {...{ open, title, actions }} onClose={close} icon={flag} closeLabel={t(phrases.ui.close)}>
      {send.isSuccess ? (
        <ThanksMessage name={name} />
      ) : (
        <ReportFields draft={draft} onChange={setDraft} needsReason={needsReason} />
      )}
      {send.error && <SendError error={send.error} />}
    </Dialog>
  )
}

type ActionsProps = { name: string; isSending: boolean; onSend: () => void; onClose: () => void }

function Actions({ name, isSending, onSend, onClose }: ActionsProps) {
  const t = useTranslate()
  return (
    <>
      <Button busy={isSending} onClick={onSend}>
        {t(isSending ? phrases.moderation.sendingReport : phrases.moderation.sendReport)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
      <p className={styles.note}>
        {t(phrases.moderation.confidentialNote, { name })}{' '}
        <Link className="link" to={paths.rules} target="_blank">
          {t(phrases.rules.seeRules)}
        </Link>
      </p>
    </>
  )
}

function SendError({ error }: { error: Error }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  return (
    <ErrorBox title={t(phrases.moderation.sendFailed)}>
      {formatProblem(error)} {t(phrases.moderation.inputKeptNote)}
    </ErrorBox>
  )
}

// Focuses the thank-you text, because the pressed button is removed. Screen readers then read the text.
const focusElement = (element: HTMLElement | null) => element?.focus()

function ThanksMessage({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <p ref={focusElement} tabIndex={-1} className={styles.thanks}>
      {t(phrases.moderation.thanksText, { name })}
    </p>
  )
}

type AfterReportProps = { name: string; onDone: () => void } & Pick<ReportDialogProps, 'onBlock' | 'onHide'>

function AfterReport({ name, onDone, onBlock, onHide }: AfterReportProps) {
  const t = useTranslate()
  return (
    <>
      {onBlock && <p className={styles.offer}>{t(phrases.moderation.nextStepsTitle, { name })}</p>}
      {onBlock && (
        <Button kind="dangerGhost" onClick={onBlock}>
          {t(phrases.blocks.blockWithName, { name })}
        </Button>
      )}
      {onHide && (
        <Button kind="ghost" onClick={onHide}>
          {t(phrases.blocks.hidePosts)}
        </Button>
      )}
      <Button onClick={onDone}>{t(phrases.moderation.doneButton)}</Button>
    </>
  )
}
