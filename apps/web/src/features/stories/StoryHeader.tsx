import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import pauseIcon from '@phosphor-icons/core/fill/pause-fill.svg?path'
import play from '@phosphor-icons/core/fill/play-fill.svg?path'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import styles from './StoryViewer.module.css'
import type { useAutoAdvance } from './use-auto-advance.ts'
import type { useStoryPlayback } from './use-story-playback.ts'

type StoryHeaderProps = {
  playback: ReturnType<typeof useStoryPlayback>
  run: Pick<ReturnType<typeof useAutoAdvance>, 'isStill' | 'paused' | 'setPaused'>
  onClose: () => void
  /** Buttons for actions on another user's story. */
  children: ReactNode
}

/** Header of a story with author, age, and buttons to pause and close. */
export function StoryHeader({ playback: { story }, run, onClose, children }: StoryHeaderProps) {
  const t = useTranslate()
  const { isStill, paused, setPaused } = run
  return (
    <header className={styles.head}>
      {story && <StoryAuthor story={story} />}
      <span className={styles.gap} />
      {story?.own && (
        <Link
          className={styles.add}
          to={paths.newStory}
          aria-label={t(phrases.stories.addStory)}
          title={t(phrases.stories.addStory)}
        >
          <Icon path={plus} />
        </Link>
      )}
      {!isStill && story && (
        <IconButton
          label={t(paused ? phrases.stories.play : phrases.stories.pause)}
          icon={paused ? play : pauseIcon}
          onClick={() => setPaused(!paused)}
        />
      )}
      {children}
      <IconButton label={t(phrases.stories.close)} icon={x} onClick={onClose} />
    </header>
  )
}

function StoryAuthor({ story }: { story: Story }) {
  const t = useTranslate()
  const { author, own } = story
  const [pet] = story.pets
  const frame = pet ? (
    <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={44} />
  ) : (
    <Avatar id={author.id} name={author.fullname} image={author.image} />
  )
  const person = (
    <Link key="person" to={paths.user(author.username)}>
      {author.username}
    </Link>
  )
  return (
    <div className={styles.whose}>
      {frame}
      <p>
        <b>
          {own ? (
            t(phrases.stories.ownStory)
          ) : pet ? (
            <Link dir="auto" to={paths.pet(pet.slug)}>
              {pet.name}
            </Link>
          ) : (
            person
          )}
        </b>
        <span>
          {!own && pet && (
            <>
              {t(phrases.stories.petPersonNote, { person: '' })}
              {person}
              {' · '}
            </>
          )}
          <RelativeTime iso={story.postedAt} short />
          {own && <TimeLeft story={story} />}
        </span>
      </p>
    </div>
  )
}

/** Remaining time of the viewer's own story. */
function TimeLeft({ story: { expiresAt, own } }: { story: Story }) {
  const t = useTranslate()
  const now = useNow()
  const ms = Date.parse(expiresAt) - now
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (ms <= 0) return <> · {t(phrases.stories.highlightMark)}</>
  const remaining =
    hours > 0 ? t(phrases.stories.hoursLeft, { count: hours }) : t(phrases.stories.minutesLeft, { count: minutes })
  return (
    <>
      {' · '}
      {remaining}
      {own && own.keptOn.length > 0 && <> · {t(phrases.stories.highlightMark)}</>}
    </>
  )
}
