import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'
import change from '@phosphor-icons/core/regular/pencil-simple-line.svg?path'
import enter from '@phosphor-icons/core/regular/sign-in.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEventLabels } from '#i18n/en/by-value/app/account-event-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatExactTime } from '#lib/time/time.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './AccountHistory.module.css'
import { accountEventsQuery } from './credentials-cache.ts'

const FIRST_SHOWN = 5

/** Sign-ins and credential changes, newest first. Shows the latest five, and all of them on request. */
export function AccountHistory() {
  const t = useTranslate()
  const [all, setAll] = useState(false)
  return (
    <QueryContent query={useQuery(accountEventsQuery())} failed={t(phrases.credentials.accountHistoryLoadFailed)}>
      {(events) => (
        <>
          <ul className={styles.list}>
            {events.slice(0, all ? undefined : FIRST_SHOWN).map((event) => (
              <EventRow key={`${event.at} ${event.kind}`} event={event} />
            ))}
          </ul>
          {!all && events.length > FIRST_SHOWN && (
            <Button kind="quiet" small onClick={() => setAll(true)}>
              {t(phrases.credentials.showAllEvents, { count: events.length })}
            </Button>
          )}
        </>
      )}
    </QueryContent>
  )
}

function EventRow({ event: { kind, at, label, network } }: { event: AccountEvent }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const when = formatExactTime(at, locale, timeZone)
  return (
    <IconRow as="li" icon={kind === 'logged-in' ? enter : change} title={t(accountEventLabels[kind])}>
      {[when, label, network].filter(Boolean).join(' · ')}
    </IconRow>
  )
}
