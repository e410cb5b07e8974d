import type { Collection } from '@pawtrait/contract/saves.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import styles from './CollectionList.module.css'

type CollectionListProps = { collections: readonly Collection[]; pathOf: (collection: Collection) => string }

// Maximum length of a word, in characters, that fits on a card on a phone with normal text size.
const LONGEST = 12
const hasLongWord = (name: string) => name.split(/\s+/).some((word) => word.length > LONGEST)

export function CollectionList({ collections, pathOf }: CollectionListProps) {
  const t = useTranslate()
  return (
    <ul className={styles.shelf} aria-label={t(phrases.saves.collections)}>
      {collections.map((collection) => (
        <li key={collection.id}>
          <Link className={styles.card} to={pathOf(collection)}>
            <span className={styles.pictures} data-count={Math.min(3, collection.pictures.length)}>
              {collection.pictures.slice(0, 3).map((photo, at) => (
                <Photo key={photo.id} photo={photo} alt="" sizes={at === 0 ? '180px' : '90px'} fit="cover" />
              ))}
            </span>
            <span className={styles.words}>
              <b data-long={hasLongWord(collection.name) || undefined}>
                <bdi>{collection.name}</bdi>
              </b>
              <small>{t(phrases.saves.postCount, { count: collection.postCount })}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
