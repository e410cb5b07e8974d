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

// Loaded on demand: visitors never see it.
const Answering = lazyComponent(async () => (await import('./Answering.tsx')).Answering)

type StoryFootProps = {
  story: Story
  isVisitor: boolean
  /** Initial message. */
  told: string
  onTyping: (typing: boolean) => void
  onPanel: () => void
}

/** Foot of a story: caption and actions. Reply, paw and share; for its author, the viewers. */
export function StoryFoot({ story, isVisitor, told, onTyping, onPanel }: StoryFootProps) {
  const t = useTranslate()
  const [message, announce] = useState(told)
  return (
    <footer className={styles.foot}>
      {/* Hidden text alternative for words drawn into the photo. */}
      {story.caption && <p className={story.composition?.text ? 'vh' : styles.caption}>{story.caption}</p>}
      {!story.isReady && <p className={styles.note}>{t(phrases.stories.processingNote)}</p>}
      <p className={styles.note} role="status">
        {message}
      </p>
      <div className={styles.acts}>
        {story.own ? (
          <SeenBy own={story.own} onPanel={onPanel} />
        ) : isVisitor ? (
          <a className={styles.seenBy} href={paths.logIn(paths.story(story.id))}>
            {t(phrases.stories.logInToReply)}
          </a>
        ) : (
          <Answering story={story} onTyping={onTyping} say={announce} />
        )}
        {story.audience === 'everyone' && <Share story={story} say={announce} />}
      </div>
    </footer>
  )
}

function SeenBy({ own, onPanel }: { own: NonNullable<Story['own']>; onPanel: () => void }) {
  const t = useTranslate()
  return (
    <button type="button" className={styles.seenBy} onClick={onPanel}>
      <Icon path={eye} size={20} />
      {own.viewCount === 0 ? t(phrases.stories.seenByNobody) : t(phrases.stories.seenByCount, { count: own.viewCount })}
    </button>
  )
}

type Say = { say: (words: string) => void }

function Share({ story, say }: Pick<StoryFootProps, 'story'> & Say) {
  const t = useTranslate()
  const share = async () => {
    const url = window.location.origin + paths.story(story.id)
    const outcome = await shareLink({ url, title: t(phrases.stories.storyOf, { name: story.author.username }) })
    if (outcome !== 'shared')
      say(outcome === 'copied' ? t(phrases.stories.linkCopied) : t(phrases.stories.copyFailed, { url }))
  }
  return <IconButton label={t(phrases.stories.share)} icon={shareIcon} onClick={() => void share()} />
}
