import type { Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import desktop from '@phosphor-icons/core/regular/desktop.svg?path'
import mobile from '@phosphor-icons/core/regular/device-mobile.svg?path'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './SessionList.module.css'
import { sessionsQuery, useEndSession } from './use-sessions.ts'

/** The viewer's sessions. All except the current session have a button to end them. */
export function SessionList() {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(sessionsQuery())} failed={t(phrases.settings.sessionsLoadFailed)}>
      {(sessions) => <Sessions sessions={sessions} />}
    </QueryContent>
  )
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const t = useTranslate()
  const toast = useToast()
  const end = useEndSession()
  const endSession = (session: Session) =>
    end.mutate(session, {
      onSuccess: () => toast({ text: t(phrases.settings.deviceLoggedOut, { device: session.label }) }),
    })
  const isEnding = (session: Session | null) => end.isPending && end.variables === session
  const endOtherSessions = () =>
    end.mutate(null, { onSuccess: () => toast({ text: t(phrases.settings.otherDevicesLoggedOut) }) })
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={isEnding(session)}
            onEnd={() => endSession(session)}
          />
        ))}
      </ul>
      <CallErrorMessage title={t(phrases.settings.logOutDeviceFailed)} error={end.error} />
      {sessions.length > 1 && (
        <div className={styles.others}>
          <Button kind="dangerGhost" small busy={isEnding(null)} onClick={endOtherSessions}>
            {t(phrases.settings.logOutElsewhere)}
          </Button>
          <span>{t(phrases.settings.immediateEffectNote)}</span>
        </div>
      )}
    </>
  )
}

type SessionRowProps = { session: Session; isEnding: boolean; onEnd: () => void }

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const formatTime = (iso: string, more: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone, ...more }).format(new Date(iso))
  const since = formatTime(session.createdAt)
  const action = session.current ? (
    <span className={styles.here}>{t(phrases.settings.thisDevice)}</span>
  ) : (
    <Button
      kind="ghost"
      small
      busy={isEnding}
      aria-label={t(phrases.settings.logOutDeviceWithName, { device: session.label })}
      onClick={onEnd}
    >
      {t(phrases.settings.logOutDevice)}
    </Button>
  )
  const icon = /Android|iPhone|iPad/.test(session.label) ? mobile : desktop
  return (
    <IconRow as="li" icon={icon} title={session.label} action={action}>
      {session.timeZone && `${session.timeZone}. `}
      {session.current
        ? t(phrases.settings.activeNow, { since })
        : t(phrases.settings.lastUsed, { seen: formatTime(session.lastSeenAt, { timeStyle: 'short' }), since })}
    </IconRow>
  )
}
