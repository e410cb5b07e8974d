import { paths } from '@pawtrait/contract/paths.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import eye from '@phosphor-icons/core/regular/eye.svg?path'
import shareIcon from '@phosphor-icons/core/regular/share-fat.svg?path'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { shareLink } from '#lib/share.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './StoryViewer.module.css'

// Loads the reply field and like button on demand, because visitors never need them.
const StoryReactions = lazyComponent(async () => (await import('./StoryReactions.tsx')).StoryReactions)

type StoryFooterProps = {
  story: Story
  isVisitor: boolean
  /** Initial message of the footer's status line. */
  initialMessage: string
  onTyping: (typing: boolean) => void
  onPanel: () => void
}

/**
 * Footer of a story with caption, reply field, like and share. For the story's author it shows the number of viewers.
 */
export function StoryFooter({ story, isVisitor, initialMessage, onTyping, onPanel }: StoryFooterProps) {
  const t = useTranslate()
  const [message, announce] = useState(initialMessage)
  return (
    <footer className={styles.foot}>
      {/* Visually hidden if the caption is already drawn into the photo. */}
      {story.caption && (
        <p dir="auto" className={story.composition?.text ? 'vh' : styles.caption}>
          {story.caption}
        </p>
      )}
      {!story.isReady && <p className={styles.note}>{t(phrases.stories.processingNote)}</p>}
      <p className={styles.note} role="status">
        {message}
      </p>
      <div className={styles.acts}>
        {story.own ? (
          <ViewersButton own={story.own} onPanel={onPanel} />
        ) : isVisitor ? (
          <a className={styles.seenBy} href={paths.logIn(paths.story(story.id))}>
            {t(phrases.stories.logInToReply)}
          </a>
        ) : (
          <StoryReactions story={story} onTyping={onTyping} announce={announce} />
        )}
        {story.audience === 'everyone' && <Share story={story} announce={announce} />}
      </div>
    </footer>
  )
}

function ViewersButton({ own, onPanel }: { own: NonNullable<Story['own']>; onPanel: () => void }) {
  const t = useTranslate()
  return (
    <button type="button" className={styles.seenBy} onClick={onPanel}>
      <Icon path={eye} size={20} />
      {own.viewCount === 0 ? t(phrases.stories.seenByNobody) : t(phrases.stories.seenByCount, { count: own.viewCount })}
    </button>
  )
}

type Announcer = { announce: (text: string) => void }

function Share({ story, announce }: Pick<StoryFooterProps, 'story'> & Announcer) {
  const t = useTranslate()
  const share = async () => {
    const url = window.location.origin + paths.story(story.id)
    const outcome = await shareLink({ url, title: t(phrases.stories.storyOf, { name: story.author.username }) })
    if (outcome !== 'shared')
      announce(outcome === 'copied' ? t(phrases.stories.linkCopied) : t(phrases.stories.copyFailed, { url }))
  }
  return <IconButton label={t(phrases.stories.share)} icon={shareIcon} onClick={() => void share()} />
}
