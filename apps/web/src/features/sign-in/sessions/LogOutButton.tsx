import { logOut } from '@pawtrait/contract/sign-in/sign-in.ts'
import { getViewer } from '@pawtrait/contract/users.ts'
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
import { findUnsentData, type UnsentDataKind } from './unsent-data.ts'

const LogOutDialog = lazyDialog(async () => (await import('./LogOutDialog.tsx')).LogOutDialog)

/**
 * Log Out button, with an accessible name even if only its icon is visible. If a draft or a queued action would be
 * lost, it asks for confirmation. Without a network it shows an error instead, because only the server can end the
 * session.
 */
export function LogOutButton({ icon }: { icon: string }) {
  const t = useTranslate()
  const toast = useToast()
  const [unsent, setUnsent] = useState<UnsentDataKind | null>(null)
  const logOut = useLogOut(() => {
    setUnsent(null)
    toast({ text: t(phrases.users.logOutFailed) })
  })
  const press = async () => {
    const unsentData = await findUnsentData()
    if (!unsentData) return logOut.mutate()
    // `onLine` is false without a network, but the server may run on this machine. A request checks whether it answers.
    if (navigator.onLine || (await call(getViewer).catch(() => null))) setUnsent(unsentData)
    else toast({ text: t(phrases.users.logOutOffline) })
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t(phrases.app.logOut)}
        disabled={logOut.isPending}
        onClick={() => void press()}
      >
        <Icon path={icon} size={20} />
        <span className={styles.label}>{t(phrases.app.logOut)}</span>
      </button>
      <LogOutDialog
        open={unsent !== null}
        unsent={unsent ?? 'own'}
        isBusy={logOut.isPending}
        onClose={() => setUnsent(null)}
        onLogOut={() => logOut.mutate()}
      />
    </>
  )
}

/**
 * Ends the session on the server, then deletes all local data in all tabs, and opens `/`. Calls `onFailed` if the
 * session could not be ended.
 */
function useLogOut(onFailed: () => void) {
  return useMutation({
    mutationKey: ['log-out'],
    mutationFn: () => call(logOut),
    onSuccess: signOutAllTabs,
    onError: onFailed,
  })
}
