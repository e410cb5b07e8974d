import { logOut } from '@pawtrait/contract/sign-in/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Icon } from '#ui/Icon.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './LogOutButton.module.css'
import { signOutAllTabs } from './local-sign-out.ts'
import { type DraftOwner, findUnsentDraft } from './unsent-draft.ts'

const LogOutDialog = lazyDialog(async () => (await import('./LogOutDialog.tsx')).LogOutDialog)

/** Log Out button. It has an accessible name even if only its icon is visible. Asks first if a draft would be lost. */
export function LogOutButton({ icon }: { icon: string }) {
  const t = useTranslate()
  const toast = useToast()
  const [draftOwner, setUnsent] = useState<DraftOwner | null>(null)
  const logOut = useLogOut(() => {
    setUnsent(null)
    toast({ text: t(phrases.users.logOutFailed) })
  })
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t(phrases.app.logOut)}
        disabled={logOut.isPending}
        onClick={() => void findUnsentDraft().then((unsent) => (unsent ? setUnsent(unsent) : logOut.mutate()))}
      >
        <Icon path={icon} size={20} />
        <span className={styles.label}>{t(phrases.app.logOut)}</span>
      </button>
      <LogOutDialog
        open={draftOwner !== null}
        isOther={draftOwner === 'other'}
        isBusy={logOut.isPending}
        onClose={() => setUnsent(null)}
        onLogOut={() => logOut.mutate()}
      />
    </>
  )
}

/**
 * Ends the session on the server, then deletes all local data here and in other tabs, and opens `/`.
 * Calls `onFailed` if the session could not be ended.
 */
function useLogOut(onFailed: () => void) {
  return useMutation({
    mutationKey: ['log-out'],
    mutationFn: () => call(logOut),
    onSuccess: signOutAllTabs,
    onError: onFailed,
  })
}
