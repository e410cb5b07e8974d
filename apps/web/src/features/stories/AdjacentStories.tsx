import type { Story } from '@pawtrait/contract/stories.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './AdjacentStories.module.css'
import { StoryPhoto } from './StoryPhoto.tsx'
import type { useStoryPlayback } from './use-story-playback.ts'

/** Previews of the previous and next story, in wide windows. The buttons stay mounted, so that they keep the focus. */
export function AdjacentStories({ neighbours }: Pick<ReturnType<typeof useStoryPlayback>, 'neighbours'>) {
  const { previous, next, go } = neighbours
  return (
    <>
      {previous && <Neighbour side="left" story={previous} onClick={() => go(-1)} />}
      {next && <Neighbour side="right" story={next} onClick={() => go(1)} />}
    </>
  )
}

type NeighbourProps = { side: 'left' | 'right'; story: Story; onClick: () => void }

function Neighbour({ side, story, onClick }: NeighbourProps) {
  const t = useTranslate()
  const name = story.pets[0]?.name ?? story.author.username
  return (
    <button
      type="button"
      className={styles.neighbour}
      data-side={side}
      aria-label={t(phrases.stories.storiesBy, { name })}
      onClick={onClick}
    >
      <StoryPhoto key={story.id} photo={story.photo} isComposed={story.composition !== null} isBeside />
    </button>
  )
}
