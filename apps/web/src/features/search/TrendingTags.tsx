import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import chip from '#ui/forms/Chip.module.css'
import { Link } from '#ui/Link.tsx'
import styles from './SpeciesLinks.module.css'
import { trendingTagsQuery } from './search-cache.ts'

/** Tags used by the most people this week. Renders nothing while they load, or if there are none. */
export function TrendingTags() {
  const t = useTranslate()
  const { data: tags = [] } = useQuery(trendingTagsQuery())
  if (tags.length === 0) return null
  return (
    <section className={styles.trending} aria-labelledby="trending" tabIndex={-1}>
      <h2 id="trending" className={styles.title}>
        {t(phrases.search.trendingTitle)}
      </h2>
      <ul className={styles.row} aria-labelledby="trending">
        {tags.map(({ tag, people }) => (
          <li key={tag}>
            <Link className={chip.chip} to={paths.tag(tag)}>
              <bdi>#{tag}</bdi>{' '}
              <small className={styles.people}>{t(phrases.search.personCount, { count: people })}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
