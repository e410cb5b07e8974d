import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import type { MouseEvent } from 'react'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import styles from './HighlightRow.module.css'

type HighlightRowProps = {
  stories: readonly Story[]
  href: (id: StoryId) => string
  /** Called on a press instead of opening the link. */
  onOpen: (id: StoryId) => void
}

/** Returns the name of a highlight, "Low tide, 21 Nov 2026". Removes the caption's final punctuation except ! and ?. */
function formatHighlightName(t: TranslateFunction, caption: string, date: string): string {
  if (!caption) return t(phrases.stories.highlightLabelWithoutCaption, { date })
  const shortCaption = caption.replace(/[\s.,;:…]+$/u, '') || caption
  return t(/[!?]$/.test(shortCaption) ? phrases.stories.highlightLabelAfterMark : phrases.stories.highlightLabel, {
    caption: shortCaption,
    date,
  })
}

/** Row of highlights, last added first. */
export function HighlightRow({ stories, href, onOpen }: HighlightRowProps) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const formatDate = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(iso))
  const press = (event: MouseEvent, id: StoryId) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <section aria-labelledby="highlights" className={styles.highlights}>
      <h2 id="highlights">{t(phrases.stories.highlightsTitle)}</h2>
      <ul tabIndex={-1}>
        {stories.map(({ id, photo, caption, postedAt }) => {
          const date = formatDate(postedAt)
          const name = formatHighlightName(t, caption, date)
          return (
            <li key={id}>
              <Link to={href(id)} aria-label={name} onClick={(event) => press(event, id)}>
                <Photo photo={photo} alt="" sizes="104px" fit="cover" />
                <span suppressHydrationWarning>{caption || date}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
