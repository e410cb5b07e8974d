import type { PushState } from '@pawtrait/contract/push.ts'
import bellSlash from '@phosphor-icons/core/regular/bell-slash.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { Note } from '#ui/states/Note.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { canSubscribeToPush, type PushFailure, PushSubscriptionError } from './browser-subscription.ts'
import { PushDevices } from './PushDevices.tsx'
import { PushOptions } from './PushOptions.tsx'
import styles from './PushSection.module.css'
import { pushQuery, useSubscribeToPush } from './push-cache.ts'

/** Push notifications, with a button to subscribe this browser, a list of devices, and settings. */
export function PushSection() {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(pushQuery())} failed={t(phrases.push.loadFailed)}>
      {(state) => (
        <>
          <ThisBrowser state={state} />
          {state.devices.length > 0 && <PushDevices devices={state.devices} />}
          {(state.key !== null || state.devices.length > 0) && <PushOptions state={state} />}
        </>
      )}
    </QueryContent>
  )
}

type BrowserState = 'unsupported' | 'blocked' | 'ready'

function readBrowserState(): BrowserState {
  if (!canSubscribeToPush()) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** Returns the push state of this browser, updated when the page becomes visible. Null during server-side rendering. */
function useBrowser(): BrowserState | null {
  const [browser, setBrowser] = useState<BrowserState | null>(null)
  useEffect(() => {
    const read = () => setBrowser(readBrowserState())
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  return browser
}

function ThisBrowser({ state: { key, devices } }: { state: PushState }) {
  const t = useTranslate()
  const browser = useBrowser()
  if (devices.some(({ current }) => current) && browser !== 'blocked') return null
  if (key === null) return <Hint title={t(phrases.push.unavailableTitle)} text={t(phrases.push.unavailableText)} />
  if (browser === 'unsupported')
    return <Hint title={t(phrases.push.unsupportedTitle)} text={t(phrases.push.unsupportedText)} />
  if (browser === 'blocked') return <Hint title={t(phrases.push.blockedTitle)} text={t(phrases.push.blockedText)} />
  return <NotifyMe serverKey={key} isReady={browser === 'ready'} />
}

function Hint({ title, text }: { title: string; text: string }) {
  return (
    <Note icon={bellSlash} tone="plain">
      <b>{title}</b>
      <p>{text}</p>
    </Note>
  )
}

const failureTexts = {
  'permission-refused': phrases.push.permissionRefused,
  'worker-silent': phrases.push.workerNotReady,
  'service-silent': phrases.push.pushServiceUnreachable,
} as const satisfies Record<PushFailure, string>

const getFailurePhrase = (failure: PushFailure) =>
  failure === 'permission-refused' || navigator.onLine ? failureTexts[failure] : phrases.push.subscribeOffline

/**
 * Text with the reason to allow notifications, and the subscribe button. The browser asks for permission only after a
 * press.
 */
function NotifyMe({ serverKey, isReady }: { serverKey: string; isReady: boolean }) {
  const t = useTranslate()
  const toast = useToast()
  const subscribe = useSubscribeToPush(serverKey)
  const { error, isPending } = subscribe
  const start = () => subscribe.mutate(undefined, { onSuccess: () => toast({ text: t(phrases.push.turnedOn) }) })
  return (
    <div className={styles.ask}>
      <p>{t(phrases.push.pushIntro)}</p>
      <Button small busy={isPending} disabled={!isReady} onClick={start}>
        {t(isPending ? phrases.push.subscribingLabel : phrases.push.notifyMe)}
      </Button>
      <CallErrorMessage title={t(phrases.push.startFailed)} error={error}>
        {error instanceof PushSubscriptionError && t(getFailurePhrase(error.failure))}
      </CallErrorMessage>
    </div>
  )
}
