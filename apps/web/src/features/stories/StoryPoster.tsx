import type { Story } from '@pawtrait/contract/stories.ts'
import { classNames } from '#ui/class-names.ts'
import { StoryPhoto } from './StoryPhoto.tsx'
import styles from './StoryViewer.module.css'

/** Photo of a linked story in the server's HTML. The story viewer opens over it once its script has loaded. */
export function StoryPoster({ story: { photo, composition } }: { story: Story }) {
  return (
    <div className={classNames(styles.viewer, styles.poster)}>
      <div className={styles.room}>
        <div className={styles.frame}>
          <StoryPhoto photo={photo} isComposed={composition !== null} />
        </div>
      </div>
    </div>
  )
}
