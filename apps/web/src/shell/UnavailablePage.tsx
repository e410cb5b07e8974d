import busy from '@phosphor-icons/core/regular/hourglass-medium.svg?path'
import noServer from '@phosphor-icons/core/regular/plugs.svg?path'
import noNetwork from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import { useEffect, useEffectEvent, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import type { CallError } from '#lib/server/call.ts'
import { useOnlineRetry } from '#lib/server/use-online.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MainContent } from './MainContent.tsx'
import { useReloadPage } from './navigation/PageRouter.tsx'
import { TopBar } from './TopBar.tsx'
import styles from './UnavailablePage.module.css'
import { usePageTitle } from './use-page-title.ts'

const states = {
  offline: { icon: noNetwork, title: phrases.app.offlineTitle, lead: phrases.app.offlineText },
  away: { icon: noServer, title: phrases.app.noAnswerTitle, lead: phrases.app.noAnswerText },
  busy: { icon: busy, title: phrases.app.serverBusyTitle, lead: phrases.app.serverBusyText },
} as const

type UnavailablePageProps = {
  error: CallError
  /** True if the code of this component could only be loaded after the network was back. */
  isLate: boolean
}

/**
 * Page shown while the server is unreachable or the device is offline. Keeps the navigation, and retries automatically.
 */
export function UnavailablePage({ error, isLate }: UnavailablePageProps) {
  const t = useTranslate()
  const reload = useReloadPage()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    if (isRetrying) return
    setRetrying(true)
    await reload()
    setRetrying(false)
  }
  const isOnline = useOnlineRetry(() => void retry())
  const { icon, title, lead } = states[error.code === 'offline' ? (isOnline ? 'away' : 'offline') : 'busy']
  usePageTitle(t(title))
  // The late load of this component's code proves that the network is back, so retry the page at once. Does not retry
  // when the server was busy.
  const reloadIfOnline = useEffectEvent(() => void (isLate && error.code === 'offline' && navigator.onLine && reload()))
  useEffect(() => reloadIfOnline(), [])
  // On unmount, focuses the heading of the next page, so that screen readers announce that page.
  useEffect(() => () => focusHeading(), [])
  return (
    <>
      <TopBar title={t(title)} back />
      <MainContent>
        <div className={styles.place} role="alert">
          <span className={styles.icon}>
            <Icon path={icon} size={44} />
          </span>
          <p>{t(lead)}</p>
          <Button busy={isRetrying} onClick={() => void retry()}>
            {t(phrases.app.tryAgain)}
          </Button>
        </div>
      </MainContent>
    </>
  )
}
