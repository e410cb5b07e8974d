import type { ReportSubject } from '@pawtrait/contract/moderation/moderation.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import hideIcon from '@phosphor-icons/core/regular/eye-slash.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { type ReactNode, useState } from 'react'
import type { HideTarget } from '#features/blocks/HideDialog.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import type { MenuItem } from '#ui/overlays/Menu.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const HideDialog = lazyDialog(async () => (await import('#features/blocks/HideDialog.tsx')).HideDialog)
const ReportDialog = lazyDialog(async () => (await import('./ReportDialog.tsx')).ReportDialog)
const BlockDialog = lazyDialog(async () => (await import('./BlockDialog.tsx')).BlockDialog)

/** `block-reported`: the user was reported just now, so the dialog does not offer another report. */
type SafetyDialog = 'none' | 'hide' | 'report' | 'block' | 'block-reported'

type SafetyMenu = {
  hide: MenuItem
  tools: [MenuItem, MenuItem]
  dialogs: ReactNode
  isDialogOpen: boolean
}

/** Menu items to hide, report and block, with their dialogs. For a visitor each item opens the log-in page. */
export function useSafetyMenu(hideTarget: HideTarget, subject: ReportSubject): SafetyMenu {
  const t = useTranslate()
  const [openDialog, setOpenDialog] = useState<SafetyDialog>('none')
  const onVisitor = useVisitorGate()
  const createOpener = (what: SafetyDialog) => onVisitor ?? (() => setOpenDialog(what))
  const close = () => setOpenDialog('none')
  const { username: name } = hideTarget.author
  return {
    hide: { id: 'hide', label: t(phrases.blocks.hidePosts), icon: hideIcon, onSelect: createOpener('hide') },
    tools: [
      { id: 'report', label: t(phrases.moderation.report), icon: flag, group: true, onSelect: createOpener('report') },
      {
        id: 'block',
        label: t(phrases.blocks.block),
        detail: t(phrases.blocks.blockHelp),
        icon: prohibit,
        danger: true,
        onSelect: createOpener('block'),
      },
    ],
    isDialogOpen: openDialog !== 'none',
    dialogs: (
      <>
        <HideDialog post={hideTarget} premiumPath={paths.premium} open={openDialog === 'hide'} onClose={close} />
        <ReportDialog
          {...{ subject, name }}
          open={openDialog === 'report'}
          onClose={close}
          onBlock={() => setOpenDialog('block-reported')}
          onHide={() => setOpenDialog('hide')}
        />
        <BlockDialog
          person={hideTarget.author}
          open={openDialog === 'block' || openDialog === 'block-reported'}
          isReported={openDialog === 'block-reported'}
          onClose={close}
        />
      </>
    ),
  }
}
