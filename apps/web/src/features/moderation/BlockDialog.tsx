import type { UserCard } from '@pawtrait/contract/users.ts'
import bell from '@phosphor-icons/core/regular/bell-slash.svg?path'
import eye from '@phosphor-icons/core/regular/eye.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import users from '@phosphor-icons/core/regular/users.svg?path'
import { useState } from 'react'
import { useBlock } from '#features/blocks/use-block.ts'
import { findNextFocusTarget } from '#features/posts/next-focus-target.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './BlockDialog.module.css'
import { ReportFields } from './ReportFields.tsx'
import { useFinishBlock } from './use-finish-block.ts'
import { emptyReportDraft, type ReportDraft, useSendReport } from './use-report.ts'

type BlockDialogProps = {
  person: Pick<UserCard, 'id' | 'username'>
  open: boolean
  /** True if the viewer has just reported the user. The dialog then offers no second report. */
  isReported?: boolean
  onClose: () => void
}

/** Dialog that asks the viewer to confirm a block, with an optional report of the same user. */
export function BlockDialog({ person, open, isReported = false, onClose }: BlockDialogProps) {
  const t = useTranslate()
  const [draft, setDraft] = useState<ReportDraft | null>(null)
  const [needsReason, setNeedsReason] = useState(false)
  const { isPending, error, send } = useBlockAndReport(person, onClose)
  const press = () => {
    const isUnfinished = draft !== null && !draft.reason
    setNeedsReason(isUnfinished)
    if (!isUnfinished) void send(draft)
  }
  const actions = (
    <>
      <Button kind="danger" busy={isPending} onClick={press}>
        {t(isPending ? phrases.blocks.blockingLabel : phrases.blocks.block)}
      </Button>
      <Button kind="ghost" data-autofocus onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  const title = t(phrases.blocks.blockTitle, { name: person.username })
  return (
    <Dialog {...{ open, onClose, title, actions }} icon={prohibit} closeLabel={t(phrases.ui.close)}>
      <ul className={styles.facts}>
        <Fact icon={eye}>{t(phrases.blocks.blockVisibilityNote)}</Fact>
        <Fact icon={users}>{t(phrases.blocks.blockFollowsNote)}</Fact>
        <Fact icon={bell}>{t(phrases.blocks.blockSilenceNote)}</Fact>
      </ul>
      {!isReported && (
        <Checkbox
          label={t(phrases.blocks.alsoReport)}
          help={t(phrases.blocks.alsoReportHelp)}
          checked={draft !== null}
          onChange={({ target }) => setDraft(target.checked ? emptyReportDraft : null)}
        />
      )}
      {draft && <ReportFields draft={draft} onChange={setDraft} needsReason={needsReason} />}
      <CallErrorMessage title={t(phrases.blocks.blockFailed)} error={error} />
    </Dialog>
  )
}

/** Sends the report first, because a blocked user cannot be reported. If the report fails, the user is not blocked. */
function useBlockAndReport(person: BlockDialogProps['person'], onClose: () => void) {
  const [block, report] = [useBlock(), useSendReport()]
  const finishBlock = useFinishBlock(person)
  const send = async (draft: ReportDraft | null) => {
    const next = findNextFocusTarget()
    try {
      const subject = { type: 'user', id: person.id } as const
      if (draft?.reason) await report.mutateAsync({ subject, reason: draft.reason, note: draft.note })
      else report.reset()
      await block.mutateAsync(person.id)
    } catch {
      return // ignores the error, because the dialog shows it
    }
    onClose()
    await finishBlock(next)
  }
  return { send, isPending: block.isPending || report.isPending, error: report.error ?? block.error }
}

function Fact({ icon, children }: { icon: string; children: string }) {
  return (
    <li>
      <Icon path={icon} size={20} />
      {children}
    </li>
  )
}
