import { paths } from '@pawtrait/contract/paths.ts'
import { OnThisDay } from '#features/pets/birthdays/OnThisDay.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyFrame } from '#ui/art/EmptyFrame.tsx'
import { FramedPortrait } from '#ui/art/FramedPortrait.tsx'
import { SittingDog } from '#ui/art/SittingDog.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './FeedEnd.module.css'

/** Message at the end of the feed when no older posts exist, with a button back to the top. */
export function FeedEnd() {
  const t = useTranslate()
  const scrollToTop = () => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <section className={styles.end} aria-labelledby="feed-end">
        <svg className={styles.art} viewBox="0 0 320 190" aria-hidden="true" focusable="false">
          <FramedPortrait kind="cat" backdrop="dusk" x={34} y={34} width={60} />
          <FramedPortrait kind="dog" backdrop="marigold" x={112} y={14} width={88} />
          <EmptyFrame x={232} y={46} width={56} on="page" />
          <rect className={styles.floor} y="176" width="320" height="3" rx="2" />
          <SittingDog x={158} y={126} scale={0.31} />
        </svg>
        <div>
          <h2 id="feed-end">{t(phrases.feed.endTitle)}</h2>
          <p>{t(phrases.feed.endText)}</p>
          <div className={styles.actions}>
            <Link className={buttonClass()} to={paths.search()}>
              {t(phrases.feed.findMoreToFollow)}
            </Link>
            <Button kind="ghost" onClick={scrollToTop}>
              {t(phrases.feed.backToTop)}
            </Button>
          </div>
        </div>
      </section>
      <OnThisDay pet={null} />
    </>
  )
}
