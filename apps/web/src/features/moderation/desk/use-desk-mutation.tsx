import { type ReactNode, useState } from 'react'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const SudoDialog = lazyDialog(async () => (await import('#features/sign-in/credentials/SudoDialog.tsx')).SudoDialog)

export type DeskMutation = {
  /** Runs an action, with re-authentication if the server requires it. Ignored while another action is pending. */
  act: (what: () => Promise<void>) => void
  isPending: boolean
  error: Error | null
  /** The re-authentication dialog. The page must render it. */
  sudo: ReactNode
}

/** Runs a moderator's actions one at a time. Re-authenticates in a dialog, so that the page keeps its input. */
export function useDeskMutation(): DeskMutation {
  const { change, again, forget, isPending, error, methods } = useChangeWithSudo(
    (action: () => Promise<void>) => action(),
    () => {},
  )
  // Keeps the re-authentication methods, because the dialog still shows them during its closing animation.
  const [shownMethods, setShownMethods] = useState(methods)
  if (methods && methods !== shownMethods) setShownMethods(methods)
  return {
    act: (action) => isPending || change(action),
    isPending,
    error,
    sudo: <SudoDialog open={methods !== null} methods={shownMethods ?? []} onProven={again} onClose={forget} />,
  }
}

/** Returns whether the server answered 409, because another moderator has decided the report. */
export const isConflict = (error: Error | null) => error instanceof CallError && error.code === 'conflict'

/** Error box for a failed action. Explains a 403: moderators cannot decide about themselves or the team. */
export function ActionErrorBox({ title, error }: { title: string; error: Error | null }) {
  const t = useTranslate()
  const isForbidden = error instanceof CallError && error.code === 'forbidden'
  return (
    <CallErrorMessage title={title} error={error}>
      {isForbidden && t(phrases.desk.otherModeratorRequired)}
    </CallErrorMessage>
  )
}
