import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import archive from '@phosphor-icons/core/regular/archive.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/states/Note.tsx'

/** Tells the author of an archived post that other users cannot see it. Renders nothing for other posts. */
export function ArchivedNote({ post }: { post: Post }) {
  const t = useTranslate()
  if (!post.archivedAt) return null
  return (
    <Note icon={archive}>
      {t(phrases.posts.archivedNote)}{' '}
      <Link className="link" to={paths.archive}>
        {t(phrases.posts.openArchive)}
      </Link>
    </Note>
  )
}
