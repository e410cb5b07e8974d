import busy from '@phosphor-icons/core/regular/hourglass-medium.svg?path'
import noServer from '@phosphor-icons/core/regular/plugs.svg?path'
import noNetwork from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import { useEffect, useEffectEvent, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import type { CallError } from '#lib/server/call.ts'
import { useOnline } from '#lib/server/use-online.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Content } from './Content.tsx'
import { useReload } from './navigation/PageRouter.tsx'
import { TopBar } from './TopBar.tsx'
import styles from './UnansweredPage.module.css'
import { usePageTitle } from './use-page-title.ts'

const states = {
  offline: { icon: noNetwork, title: phrases.app.offline, lead: phrases.app.offlineLead },
  away: { icon: noServer, title: phrases.app.away, lead: phrases.app.awayLead },
  busy: { icon: busy, title: phrases.app.busy, lead: phrases.app.busyLead },
} as const

type UnansweredPageProps = {
  error: CallError
  /** This had to be fetched itself before it could be shown. */
  isLate: boolean
}

/** In the place of a page that could not be fetched, with the ways on around it; it comes by itself when it can. */
export function UnansweredPage({ error, isLate }: UnansweredPageProps) {
  const t = useTranslate()
  const reload = useReload()
  const [asking, setAsking] = useState(false)
  const retry = async () => {
    if (asking) return
    setAsking(true)
    await reload()
    setAsking(false)
  }
  const isOnline = useOnline(() => void retry())
  const { icon, title, lead } = states[error.code === 'offline' ? (isOnline ? 'away' : 'offline') : 'busy']
  usePageTitle(t(title))
  // What was missing together with the page has come with the network. A server that is busy is left alone.
  const tryAtOnce = useEffectEvent(() => void (isLate && error.code === 'offline' && navigator.onLine && reload()))
  useEffect(() => tryAtOnce(), [])
  // The page that comes is announced by its heading, as after any navigation.
  useEffect(() => () => focusHeading(), [])
  return (
    <>
      <TopBar title={t(title)} back />
      <Content>
        <div className={styles.place} role="alert">
          <span className={styles.icon}>
            <Icon path={icon} size={44} />
          </span>
          <p>{t(lead)}</p>
          <Button busy={asking} onClick={() => void retry()}>
            {t(phrases.app.tryAgain)}
          </Button>
        </div>
      </Content>
    </>
  )
}
