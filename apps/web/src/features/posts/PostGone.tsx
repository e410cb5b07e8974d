import { paths } from '@pawtrait/contract/paths.ts'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

/** The post was deleted while it was open. */
export function PostGone() {
  const t = useTranslate()
  const viewer = useViewer()
  const onward = (
    <Link className={buttonClass()} to={viewer ? paths.feed : paths.landing} reloadDocument={!viewer}>
      {viewer ? t('app.goToFeed') : t('app.goHome')}
    </Link>
  )
  return <EmptyState plate={t('app.yours')} title={t('posts.gone')} actions={onward} />
}
