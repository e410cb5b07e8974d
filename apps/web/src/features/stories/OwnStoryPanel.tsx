import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Story, StoryView } from '@pawtrait/contract/stories.ts'
import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import again from '@phosphor-icons/core/regular/arrow-clockwise.svg?path'
import bubble from '@phosphor-icons/core/regular/chat-circle.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { HighlightActions } from './HighlightActions.tsx'
import styles from './OwnStoryPanel.module.css'
import type { PlaybackProps } from './StoryViewer.tsx'
import { storyViewersQuery } from './story-cache.ts'
import type { useStoryPlayback } from './use-story-playback.ts'

type OwnStoryPanelProps = PlaybackProps & {
  playback: ReturnType<typeof useStoryPlayback>
  onDown: (id: string) => void
}

/** Panel about a story for its author. Renders nothing for other users' stories. */
export function OwnStoryPanel({ playback: { story, toStory }, pets, atReplies, setPanel, onDown }: OwnStoryPanelProps) {
  const t = useTranslate()
  const toast = useToast()
  if (!story?.own) return null
  const close = () => setPanel(false)
  const proceed = () => {
    close()
    // The footer of the next story announces the deletion. After the last story, only the toast announces it.
    onDown(story.id)
    toast({ text: t(phrases.stories.storyDeleted) })
    toStory(1)
  }
  const ownStory = { ...story, own: story.own }
  return <ViewersPanel story={ownStory} pets={pets} atReplies={atReplies ?? false} onClose={close} onGone={proceed} />
}

type ViewersPanelProps = {
  story: Story & { own: NonNullable<Story['own']> }
  pets: readonly PetCard[]
  /** If true, the panel scrolls to the first reply. */
  atReplies: boolean
  onClose: () => void
  /** Called after the story was deleted, or after an expired story was removed from its last pet's highlights. */
  onGone: () => void
}

/** Panel of the viewer's own story: viewers, their replies, and actions. On a phone it is a bottom sheet. */
function ViewersPanel({ story, pets, atReplies, onClose, onGone }: ViewersPanelProps) {
  const t = useTranslate()
  const list = useViewers(story.id)
  const panel = useFocusFirst()
  const { viewCount, pawCount, replyCount } = list.data?.pages[0] ?? story.own
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={t(phrases.stories.viewersTitle)}>
      <header className={styles.head}>
        <h2>
          {viewCount === 0 ? t(phrases.stories.seenByNobody) : t(phrases.stories.seenByCount, { count: viewCount })}
        </h2>
        <IconButton label={t(phrases.stories.refresh)} icon={again} onClick={() => void list.refetch()} />
        <IconButton label={t(phrases.stories.backToStory)} icon={x} iconSize={20} onClick={onClose} />
      </header>
      <div className={styles.sum}>
        <span className={styles.state}>
          <PawIcon pressed />
          {t(phrases.stories.likeCount, { count: pawCount })}
        </span>
        <span className={styles.state}>
          <Icon path={bubble} size={16} />
          {t(phrases.stories.replyCount, { count: replyCount })}
        </span>
      </div>
      <Viewers list={list} atReplies={atReplies} />
      <HighlightActions story={story} pets={pets} onGone={onGone} />
    </section>
  )
}

/** Focuses the panel on mount, and returns the focus on unmount. */
function useFocusFirst() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return panel
}

// A scroll container must be reachable by keyboard.
const scrolls = { tabIndex: 0 }

const useViewers = (id: Story['id']) => useInfiniteQuery(storyViewersQuery(id))

function Viewers({ list, atReplies }: { list: ReturnType<typeof useViewers>; atReplies: boolean }) {
  const t = useTranslate()
  const viewers = list.data?.pages.flatMap((page) => page.viewers) ?? []
  const region = useRef<HTMLDivElement>(null)
  const startsAtReplies = atReplies && list.isSuccess
  useEffect(() => {
    if (startsAtReplies) region.current?.querySelector('[data-said]')?.scrollIntoView({ block: 'nearest' })
  }, [startsAtReplies])
  if (hasQueryFailed(list)) return <LoadErrorMessage title={t(phrases.stories.viewersLoadFailed)} query={list} />
  return (
    <div ref={region} className={styles.list} role="region" aria-label={t(phrases.stories.viewersTitle)} {...scrolls}>
      <ul>
        {viewers.map((viewer) => (
          <ViewerRow key={viewer.id} viewer={viewer} />
        ))}
      </ul>
      <LoadMoreButton list={list} label={t(phrases.stories.showMoreViewers)} />
    </div>
  )
}

function ViewerRow({ viewer }: { viewer: StoryView }) {
  const t = useTranslate()
  return (
    <li data-said={viewer.replies.length > 0 || undefined}>
      <Avatar id={viewer.id} name={viewer.fullname} image={viewer.image} />
      <div className={styles.words}>
        <b>{viewer.username}</b>
        <small>
          <RelativeTime iso={viewer.viewedAt} short />
        </small>
        {viewer.replies.map(({ id, text }) => (
          <small key={id} className={styles.said}>
            {t(phrases.stories.quotedReply, { text })}
          </small>
        ))}
      </div>
      {viewer.pawed && (
        <span className={styles.paw}>
          <PawIcon pressed />
          <span className="vh">{t(phrases.stories.reactionNote)}</span>
        </span>
      )}
    </li>
  )
}
