import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { followRequestsQuery } from '#features/follows/follow-request-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/forms/Switch.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { usePrivateAccount } from './use-privacy.ts'

/**
 * Switch that makes the viewer's account private. Turning it off accepts all pending follow requests, so the switch
 * first asks for confirmation if there are any.
 */
export function PrivateAccountSwitch() {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const { isPrivate, set, isPending, error } = usePrivateAccount()
  const waiting = useInfiniteQuery(followRequestsQuery()).data?.pages[0]?.waiting ?? 0
  const [shown, tick] = useOptimisticCheckbox(isPrivate ?? false, set)
  const press = (on: boolean) => (!on && waiting > 0 ? setAsking(true) : tick(on))
  const open = () => {
    setAsking(false)
    tick(false)
  }
  return (
    <>
      <Switch
        label={t(phrases.settings.approveFollowers)}
        help={t(shown ? phrases.settings.approveFollowersOn : phrases.settings.approveFollowersOff)}
        checked={shown}
        disabled={isPrivate === null}
        onChange={(on) => !isPending && press(on)}
      />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        alert
        title={t(phrases.settings.makePublicTitle)}
        actions={
          <>
            <Button onClick={open}>{t(phrases.settings.makePublicConfirm)}</Button>
            <Button kind="ghost" data-autofocus onClick={() => setAsking(false)}>
              {t(phrases.settings.stayPrivate)}
            </Button>
          </>
        }
      >
        <p className="muted">{t(phrases.settings.makePublicText, { count: waiting })}</p>
      </Dialog>
    </>
  )
}
