import type { PetId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Memory } from '@pawtrait/contract/pets/pet-days.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { onThisDayQuery } from './anniversary-cache.ts'
import styles from './MemoryCards.module.css'

/** Posts from this day in earlier years with `pet`; null means any pet of the viewer. Renders nothing without posts. */
export function OnThisDay({ pet }: { pet: PetId | null }) {
  const t = useTranslate()
  const { data: memories = [] } = useQuery(onThisDayQuery(pet))
  if (memories.length === 0) return null
  return (
    <section aria-labelledby="on-this-day">
      <div className={styles.head}>
        <h2 id="on-this-day">{t(phrases.memories.onThisDay)}</h2>
        {pet === null && <span>{t(phrases.memories.onlyYouNote)}</span>}
      </div>
      <ul className={styles.cards} aria-labelledby="on-this-day">
        {memories.map((memory) => (
          <li key={memory.post.id}>
            <MemoryCard {...memory} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MemoryCard({ yearsAgo, post }: Memory) {
  const t = useTranslate()
  const [photo] = post.photos
  return (
    <Link className={styles.card} to={paths.post(post.id)}>
      {photo && (
        <span className={styles.photo}>
          <Photo photo={photo} alt={photo.alt} sizes="(width < 600px) 90vw, 320px" fit="cover" />
        </span>
      )}
      <b>{t(phrases.memories.yearsAgo, { count: yearsAgo })}</b>
      {post.caption && (
        <span dir="auto" className={styles.words}>
          {post.caption}
        </span>
      )}
    </Link>
  )
}
