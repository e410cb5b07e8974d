import type { ReportInContext } from '@pawtrait/contract/moderation-desk.ts'
import lock from '@phosphor-icons/core/regular/lock-key.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import type { Ref } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { longDay } from '#lib/days.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/Note.tsx'
import styles from './CasePage.module.css'
import { CasePhotos, type ShownPhotos } from './CasePhotos.tsx'

type CaseThingProps = {
  report: ReportInContext
  photos: ShownPhotos
  /** The way to where it is, while everybody may go there. */
  link: Ref<HTMLAnchorElement>
}

/** What was reported, as it is now, or was: whose it is, words and photos. */
export function CaseThing({ report, photos: open, link }: CaseThingProps) {
  const t = useTranslate()
  const { id, photos, words, address, isPublic, isGone, owner } = report
  return (
    <section className={styles.card} aria-label={t(phrases.desk.what)}>
      {owner ? <Owner owner={owner} /> : <p className="muted">{t(phrases.desk.ownerGone)}</p>}
      <h2 className="vh">{t(isGone ? phrases.desk.wordsThen : phrases.desk.wordsNow)}</h2>
      <p className={words ? styles.words : 'muted'}>{words || t(phrases.desk.noWords)}</p>
      {photos.length > 0 && <CasePhotos report={id} {...{ photos, open }} />}
      {isGone && <Note icon={trash}>{t(phrases.desk.gone)}</Note>}
      {isPublic && address !== null ? (
        <Link ref={link} className="link alone" to={address} target="_blank">
          {t(phrases.desk.openIt)}
        </Link>
      ) : (
        <Note icon={lock} tone="plain">
          {t(phrases.desk.notPublic)}
        </Note>
      )}
    </section>
  )
}

/** Whose it is, and how it stood with them so far. */
function Owner({ owner }: { owner: NonNullable<ReportInContext['owner']> }) {
  const t = useTranslate()
  const locale = useLocale()
  const { id, username, fullname, joinedAt, posts, upheld } = owner
  const record = [
    t(phrases.desk.joined, { day: longDay(joinedAt, locale) }),
    t(phrases.desk.posts, { count: posts }),
    upheld > 0 ? t(phrases.desk.earlierUpheld, { count: upheld }) : t(phrases.desk.neverUpheld),
  ]
  return (
    <div className={styles.owner}>
      <Avatar id={id} name={fullname} />
      <div>
        <b className="id">{username}</b>
        <p className="small muted">{record.join(', ')}</p>
      </div>
    </div>
  )
}
