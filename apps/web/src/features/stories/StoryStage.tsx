import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { StoryPhoto } from './StoryPhoto.tsx'
import styles from './StoryStage.module.css'
import { useStoryGestures } from './use-story-gestures.ts'
import type { useStoryPlayback } from './use-story-playback.ts'

type StoryStageProps = {
  playback: ReturnType<typeof useStoryPlayback>
  gone: boolean
  running: boolean
  /** True if the user has paused the story with the pause button. */
  paused: boolean
  failed: boolean
  /** Called with the id of a story once its photo is visible. */
  onShown: (id: string) => void
  onFailed: (id: string) => void
  onHold: (held: boolean) => void
  onClose: () => void
}

/** Progress bars, photo and gestures. When the bar of a story ends, the next story is shown. */
export function StoryStage(props: StoryStageProps) {
  const { playback, gone, running, paused, failed, onShown, onFailed, onHold, onClose } = props
  const { story, ahead, toStory, toReel } = playback
  const gestureHandlers = useStoryGestures({
    onTap: (side) => toStory(side === 'left' ? -1 : 1),
    onHold,
    onSwipe: (direction) => (direction === 'down' ? onClose() : toReel(direction === 'left' ? 1 : -1)),
  })
  return (
    <>
      <div className={styles.stage} {...gestureHandlers}>
        {story && !gone && !failed && (
          <StoryPhoto
            key={story.id}
            photo={story.photo}
            isComposed={story.composition !== null}
            onReady={() => onShown(story.id)}
            onFailed={() => onFailed(story.id)}
          />
        )}
      </div>
      {/* In a composed story, header and footer do not cover text or plates, so a weaker shade is enough. */}
      <div className={styles.shade} data-composed={(story?.composition ?? null) !== null || undefined} />
      {ahead && (
        <div hidden>
          <StoryPhoto key={ahead.photo.id} photo={ahead.photo} isComposed={ahead.composition !== null} />
        </div>
      )}
      <Bars {...{ playback, running, paused, gone }} />
    </>
  )
}

type BarsProps = Pick<StoryStageProps, 'playback' | 'running' | 'paused' | 'gone'>

function Bars({ playback, running, paused, gone }: BarsProps) {
  const t = useTranslate()
  const { story, list, index, count, toStory } = playback
  if (!story) return null
  const values = { number: index + 1, count }
  const alt = story.photo.alt || t(phrases.stories.altMissing)
  return (
    <>
      <div
        className={styles.bars}
        role="progressbar"
        aria-label={t(phrases.stories.storyPosition, values)}
        aria-valuenow={index + 1}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
      >
        {list.data?.map(({ id }, at) => (
          <i key={id} data-done={at < index || undefined} data-paused={(paused && at === index) || undefined}>
            {at === index && <b data-running={running || undefined} onAnimationEnd={() => running && toStory(1)} />}
          </i>
        ))}
      </div>
      <p className="vh" role="status">
        {!gone &&
          t(phrases.stories.storyAnnouncement, {
            ...values,
            name: story.pets[0]?.name ?? story.author.username,
            alt,
          })}{' '}
        {!gone && isolateBidi(story.caption)}
      </p>
    </>
  )
}
