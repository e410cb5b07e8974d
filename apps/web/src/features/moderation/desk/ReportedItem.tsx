import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import lock from '@phosphor-icons/core/regular/lock-key.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import type { Ref } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'
import { CaseOwner } from './CaseOwner.tsx'
import styles from './CasePage.module.css'
import { CasePhotos, type UnblurredPhotos } from './CasePhotos.tsx'

type ReportedItemProps = {
  report: ReportDetails
  photos: UnblurredPhotos
  /** Ref of the link to the reported content. The link exists only while the content is public. */
  link: Ref<HTMLAnchorElement>
}

/** The reported item with its owner, text and photos. Deleted items are shown as well. */
export function ReportedItem({ report, photos: open, link }: ReportedItemProps) {
  const t = useTranslate()
  const { id, photos, words, address, isPublic, isGone, owner, under } = report
  return (
    <section className={styles.card} aria-label={t(phrases.desk.subjectColumn)}>
      {owner ? <CaseOwner owner={owner} /> : <p className="muted">{t(phrases.desk.ownerDeleted)}</p>}
      {isGone && <Note icon={trash}>{t(phrases.desk.deletedSinceNote)}</Note>}
      <h2 className="vh">{t(isGone ? phrases.desk.reportedTextTitle : phrases.desk.currentTextTitle)}</h2>
      <p className={words ? styles.words : 'muted'}>{words || t(phrases.desk.noText)}</p>
      {under && <ReplyContext under={under} />}
      {photos.length > 0 && <CasePhotos report={id} {...{ photos, open }} />}
      {isPublic && address !== null ? (
        <Link ref={link} className="link alone" to={address} target="_blank">
          {t(phrases.desk.openReportedItem)}
        </Link>
      ) : (
        <Note icon={lock} tone="plain">
          {t(phrases.desk.notPublicNote)}
        </Note>
      )}
    </section>
  )
}

/** Context of a reported comment: its parent comment, if any, and its post. */
function ReplyContext({ under: { post, answers } }: { under: NonNullable<ReportDetails['under']> }) {
  const t = useTranslate()
  const name = ({ by }: typeof post) => by ?? t(phrases.desk.deletedUser)
  return (
    <>
      {answers && (
        <div>
          <p className="small muted">{t(phrases.desk.inReplyTo, { name: name(answers) })}</p>
          <blockquote className={styles.quote}>{answers.words || t(phrases.desk.noText)}</blockquote>
        </div>
      )}
      <div>
        <p className="small muted">{t(phrases.desk.commentedPostLabel, { name: name(post) })}</p>
        <blockquote className={styles.quote}>{post.words || t(phrases.desk.noText)}</blockquote>
      </div>
    </>
  )
}
