import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { NewItemsPill } from '#ui/lists/NewItemsPill.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import type { NewPostMessage } from './feed-cache.ts'
import styles from './NewPostsPill.module.css'

const FACES = 3

type NewPostsPillProps = { arrived: readonly NewPostMessage[]; busy: boolean; onShow: () => void }

/** Button such as "4 new posts", with the avatars of their authors. */
export function NewPostsPill({ arrived, busy, onShow }: NewPostsPillProps) {
  const t = useTranslate()
  const count = arrived.length
  const authors = [...new Map(arrived.map((post) => [post.authorId, post])).values()].slice(0, FACES)
  return (
    <NewItemsPill
      news={count > 0 && t(phrases.feed.newPostCount, { count })}
      label={t(phrases.feed.showNewPosts, { count })}
      onShow={onShow}
      className={styles.place}
    >
      <span className={styles.faces}>
        {authors.map(({ authorId, username, fullname = username, image }) => (
          <Avatar key={authorId} id={authorId} name={fullname} image={image} size={32} />
        ))}
      </span>
      {t(phrases.feed.newPostCount, { count })}
      {busy ? <Spinner /> : <Icon path={arrowUp} size={18} />}
    </NewItemsPill>
  )
}
