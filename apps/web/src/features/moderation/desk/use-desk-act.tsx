import { type ReactNode, useState } from 'react'
import { useChangeWithSudo } from '#features/sign-in/credentials/use-change-with-sudo.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { CallFailed } from '#ui/states/CallFailed.tsx'
import { lazyDialog } from '#ui/states/lazy-part.tsx'

const SudoDialog = lazyDialog(async () => (await import('#features/sign-in/credentials/SudoDialog.tsx')).SudoDialog)

export type DeskAct = {
  /** Does it; once more by itself when they had to prove who they are. Nothing while another is under way. */
  act: (what: () => Promise<void>) => void
  isPending: boolean
  error: Error | null
  /** The question who one is; to be drawn beside the page. */
  sudo: ReactNode
}

/** What a moderator does, one after the other. The question who they are loses nothing that was chosen or typed. */
export function useDeskAct(): DeskAct {
  const { change, again, forget, isPending, error, methods } = useChangeWithSudo(
    (what: () => Promise<void>) => what(),
    () => {},
  )
  // They stay while the dialog closes.
  const [asked, setAsked] = useState(methods)
  if (methods && methods !== asked) setAsked(methods)
  return {
    act: (what) => isPending || change(what),
    isPending,
    error,
    sudo: <SudoDialog open={methods !== null} methods={asked ?? []} onProven={again} onClose={forget} />,
  }
}

/** Somebody else was faster. */
export const isConflict = (error: Error | null) => error instanceof CallError && error.code === 'conflict'

/** Why it was not done; nobody decides about what is their own or the team's. */
export function NotDone({ title, error }: { title: string; error: Error | null }) {
  const t = useTranslate()
  const isForbidden = error instanceof CallError && error.code === 'forbidden'
  return (
    <CallFailed title={title} error={error}>
      {isForbidden && t(phrases.desk.notYours)}
    </CallFailed>
  )
}
