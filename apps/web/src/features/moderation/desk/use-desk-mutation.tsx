import { type ReactNode, useState } from 'react'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { CallFailed } from '#ui/states/CallFailed.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const SudoDialog = lazyDialog(async () => (await import('#features/sign-in/credentials/SudoDialog.tsx')).SudoDialog)

export type DeskMutation = {
  /** Runs the action, and again after re-authentication. Ignored while another action runs. */
  act: (what: () => Promise<void>) => void
  isPending: boolean
  error: Error | null
  /** The re-authentication dialog; render it beside the page. */
  sudo: ReactNode
}

/** Runs a moderator's actions one at a time. Re-authentication loses no input. */
export function useDeskMutation(): DeskMutation {
  const { change, again, forget, isPending, error, methods } = useChangeWithSudo(
    (action: () => Promise<void>) => action(),
    () => {},
  )
  // Keeps the methods while the dialog closes.
  const [shownMethods, setShownMethods] = useState(methods)
  if (methods && methods !== shownMethods) setShownMethods(methods)
  return {
    act: (action) => isPending || change(action),
    isPending,
    error,
    sudo: <SudoDialog open={methods !== null} methods={shownMethods ?? []} onProven={again} onClose={forget} />,
  }
}

/** Returns whether another moderator was faster. */
export const isConflict = (error: Error | null) => error instanceof CallError && error.code === 'conflict'

/** Explains a refused action. Moderators cannot decide about themselves or the team. */
export function ActionRefused({ title, error }: { title: string; error: Error | null }) {
  const t = useTranslate()
  const isForbidden = error instanceof CallError && error.code === 'forbidden'
  return (
    <CallFailed title={title} error={error}>
      {isForbidden && t(phrases.desk.otherModeratorRequired)}
    </CallFailed>
  )
}
