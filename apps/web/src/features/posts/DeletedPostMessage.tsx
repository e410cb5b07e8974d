import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'

/** Message for a post that was deleted while it was open. */
export function DeletedPostMessage() {
  const t = useTranslate()
  const viewer = useViewer()
  const onward = (
    <Link className={buttonClass()} to={viewer ? paths.feed : paths.landing} reloadDocument={!viewer}>
      {viewer ? t(phrases.app.goToFeed) : t(phrases.app.goHome)}
    </Link>
  )
  return <EmptyState picture={<EmptyListArt of="gone" />} title={t(phrases.posts.postGone)} actions={onward} />
}
