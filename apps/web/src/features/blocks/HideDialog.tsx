import type { UserId } from '@pawtrait/contract/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { RadioChips } from '#ui/RadioChips.tsx'
import { useToast } from '#ui/Toast.tsx'
import { type HideFor, useHide, useUnhide } from './use-hide.ts'

type HideDialogProps = {
  user: { id: UserId; username: string }
  /** Where Premium is bought. */
  premiumPath: string
  open: boolean
  onClose: () => void
}

const choices = { '1': 1, '7': 7, '30': 30, forever: null } as const satisfies Record<string, HideFor>
type Choice = keyof typeof choices

/** Asks for how long the posts of somebody are to be hidden. Without the plan it says what it is part of. */
export function HideDialog({ user, premiumPath, open, onClose }: HideDialogProps) {
  const t = useTranslate()
  const { data: status } = useQuery({ ...premiumQuery(), enabled: open })
  const [choice, setChoice] = useState<Choice>('7')
  const hide = useHideWithUndo(user, onClose)
  const needsPlan =
    status?.state === 'none' ||
    status?.state === 'lapsed' ||
    (hide.error instanceof CallError && hide.error.code === 'premium-required')
  const cancel = (
    <Button kind="ghost" onClick={onClose}>
      {t('ui.cancel')}
    </Button>
  )
  const act = needsPlan ? (
    <Link className={buttonClass()} to={premiumPath}>
      {t('blocks.seePremium')}
    </Link>
  ) : (
    <Button busy={hide.isPending} onClick={() => hide.send(choices[choice])}>
      {t(hide.isPending ? 'blocks.hiding' : 'blocks.hideNow')}
    </Button>
  )
  const actions = (
    <>
      {act}
      {cancel}
    </>
  )
  const title = t('blocks.hideFrom', { name: user.username })
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('ui.close')} actions={actions}>
      <p className="muted">{t('blocks.hideLead')}</p>
      {needsPlan ? <NeedsPlan /> : <HowLong choice={choice} onChoose={setChoice} />}
      {!needsPlan && hide.error && <HideFailed error={hide.error} />}
    </Dialog>
  )
}

/** Hiding, and a toast that takes it back. */
function useHideWithUndo({ id, username: name }: HideDialogProps['user'], onClose: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const { mutate, isPending, error } = useHide(id)
  const unhide = useUnhide()
  const onSuccess = () => {
    onClose()
    const onAction = () => unhide.mutate({ type: 'user', id })
    toast({ text: t('blocks.hiddenToast', { name }), actionLabel: t('ui.undo'), onAction })
  }
  return { isPending, error, send: (days: HideFor) => mutate(days, { onSuccess }) }
}

function HowLong({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const t = useTranslate()
  const options = (['1', '7', '30', 'forever'] as const).map((value) => ({ value, label: t(`blocks.days-${value}`) }))
  return (
    <>
      <RadioChips
        legend={t('blocks.howLong')}
        showLegend
        name="hide-for"
        {...{ options, value: choice, onChange: onChoose }}
      />
      <p className="muted small">{t('blocks.kept')}</p>
    </>
  )
}

function NeedsPlan() {
  const t = useTranslate()
  return (
    <p role="status">
      <b>{t('blocks.needsPremium')}</b> {t('blocks.needsPremiumHelp')}
    </p>
  )
}

function HideFailed({ error }: { error: Error }) {
  const t = useTranslate()
  const words = useProblemWords()
  return (
    <ErrorBox title={t('blocks.hideFailed')}>
      {error instanceof CallError ? words(error) : t('problems.internal')}
    </ErrorBox>
  )
}
