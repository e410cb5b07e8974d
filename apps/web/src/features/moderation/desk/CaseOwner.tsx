import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Avatar } from '#ui/photos/Avatar.tsx'
import styles from './CasePage.module.css'

type CaseOwnerOf = NonNullable<ReportDetails['owner']>

/** Owner of the reported item: name, join date, number of posts, number of justified reports, and restrictions. */
export function CaseOwner({ owner }: { owner: CaseOwnerOf }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { id, username, fullname, joinedAt, posts, upheld, standing } = owner
  const record = [
    t(phrases.desk.joinedOn, { day: formatDay(joinedAt, locale, timeZone) }),
    t(phrases.desk.postCount, { count: posts }),
    upheld > 0 ? t(phrases.desk.upheldReportCount, { count: upheld }) : t(phrases.desk.noUpheldReports),
  ]
  return (
    <div className={styles.owner}>
      <Avatar id={id} name={fullname} />
      <div>
        <b className="id">{username}</b>
        <p className="small muted">{record.join(', ')}</p>
        {standing.state !== 'open' && <Restriction standing={standing} />}
      </div>
    </div>
  )
}

const standings = {
  limited: phrases.desk.accountLimited,
  suspended: phrases.desk.accountSuspended,
  banned: phrases.desk.accountBanned,
  leaving: phrases.desk.accountDeleted,
} as const

/** Restriction of the owner's account: limited, suspended until a date, banned or being deleted. */
function Restriction({ standing: { state, until } }: { standing: CaseOwnerOf['standing'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  if (state === 'open') return null
  return (
    <b className={styles.standing}>{t(standings[state], { day: until ? formatDay(until, locale, timeZone) : '' })}</b>
  )
}
