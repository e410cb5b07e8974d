import type { Post } from '@pawtrait/contract/posts.ts'
import bookmarkOn from '@phosphor-icons/core/fill/bookmark-simple-fill.svg?path'
import bookmark from '@phosphor-icons/core/regular/bookmark-simple.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { ReactionButton } from '#ui/ReactionButton.tsx'
import styles from './SaveButton.module.css'

/** Button that saves or unsaves a post. Saves are private. */
export function SaveButton({ post, onSave }: { post: Pick<Post, 'savedByMe'>; onSave: (saved: boolean) => void }) {
  const t = useTranslate()
  return (
    <ReactionButton
      className={styles.save}
      label={t(phrases.saves.save)}
      icon={<Icon path={post.savedByMe ? bookmarkOn : bookmark} size={26} />}
      pressed={post.savedByMe}
      data-key="s"
      onClick={() => onSave(!post.savedByMe)}
    />
  )
}
