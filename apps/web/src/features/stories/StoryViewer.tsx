import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?path'
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { StoryFooter } from './StoryFooter.tsx'
import { StoryHeader } from './StoryHeader.tsx'
import { StoryPhotoError } from './StoryPhotoError.tsx'
import { StoryStage } from './StoryStage.tsx'
import styles from './StoryViewer.module.css'
import { useAutoAdvance } from './use-auto-advance.ts'
import { useStoryKeys } from './use-story-keys.ts'
import { type Playlist, useReportStorySeen, useStoryPlayback } from './use-story-playback.ts'

// Loads the adjacent stories on demand, because phones do not show them.
const AdjacentStories = lazyComponent(async () => (await import('./AdjacentStories.tsx')).AdjacentStories, null, {
  isDecoration: true,
})
const OwnStoryPanel = lazyComponent(async () => (await import('./OwnStoryPanel.tsx')).OwnStoryPanel)

export type StoryViewerProps = {
  open: boolean
  onClose: () => void
  playlist: Playlist
  /** Null for a visitor, who sees public stories and cannot reply. */
  viewer: { id: string } | null
  /** If true, the panel of the user's own story is open at first, scrolled to the replies. */
  atReplies?: boolean
  pets: readonly PetCard[]
  /** Menu in the header of another user's story. `onDialogChange` pauses the story while a dialog is open. */
  Safety: ComponentType<{ story: Story; onDialogChange: (asking: boolean) => void }>
}

/**
 * Full-screen viewer for a sequence of stories. Esc, a swipe down and the close button close it. If the panel is open,
 * Esc closes only the panel.
 */
export function StoryViewer({ open, onClose, ...rest }: StoryViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [panel, setPanel] = useState(rest.atReplies ?? false)
  const close = () => {
    setPanel(false)
    onClose()
  }
  const t = useTranslate()
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (!open) return element.close()
    element.showModal()
    // Focuses the panel if it is open at the start, otherwise the dialog.
    ;(element.querySelector('section') ?? element).focus()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={t(phrases.stories.rowLabel)}
      tabIndex={-1}
      onCancel={(event) => {
        // If the event cannot be cancelled, the browser closes the dialog, and `onClose` below runs.
        if (event.target !== event.currentTarget || !event.cancelable) return
        event.preventDefault()
        if (panel) setPanel(false)
        else close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !panel) return
        event.preventDefault()
        setPanel(false)
      }}
      onClose={(event) => event.target === event.currentTarget && open && close()}
    >
      {open && <Playback onClose={close} panel={panel} setPanel={setPanel} {...rest} />}
    </dialog>
  )
}

export type PlaybackProps = Omit<StoryViewerProps, 'open'> & { panel: boolean; setPanel: (open: boolean) => void }

/** State of the playback: position in the playlist, reasons to pause, and whether the photo is shown. */
function usePlayer({ onClose, playlist, viewer, panel }: PlaybackProps) {
  const playback = useStoryPlayback(playlist, onClose)
  const { story, toStory } = playback
  const [held, setHeld] = useState(false)
  const [typing, setTyping] = useState(false)
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = story !== undefined && shown === story.id
  const isFailed = story !== undefined && failed === story.id
  const gone = useReportStorySeen(story, isShown, viewer !== null)
  const run = useAutoAdvance({ held, busy: typing || panel || asking, waiting: !isShown && !isFailed && !gone })
  useStoryKeys({ isOff: panel || asking, toStory, onSpace: () => run.setPaused((paused) => !paused) })
  return { playback, run, gone, isFailed, setAsking, setHeld, setTyping, setShown, setFailed }
}

function Playback(props: PlaybackProps) {
  const player = usePlayer(props)
  const { playback, run } = player
  const { toStory, has } = playback
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const isWide = useMediaQuery('(width >= 1200px)', false)
  return (
    <div className={styles.room}>
      <TurnButton way="previous" disabled={!has.previous} still={run.isStill} onClick={() => toStory(-1)} />
      <Frame {...props} player={player} isAfterDown={isAfter(playback, deletedId)} />
      {props.panel && <OwnStoryPanel {...props} playback={playback} onDown={setDeletedId} />}
      {isWide && !props.panel && <AdjacentStories neighbours={playback.neighbours} />}
      <TurnButton way="next" disabled={false} still={run.isStill} onClick={() => toStory(1)} />
    </div>
  )
}

type FrameProps = PlaybackProps & { player: ReturnType<typeof usePlayer>; isAfterDown: boolean }

/** Photo of a story, with header, footer and notices over it. */
function Frame({ player, isAfterDown, onClose, viewer, Safety, setPanel }: FrameProps) {
  const t = useTranslate()
  const { playback, run, gone } = player
  const { story } = playback
  return (
    <div className={styles.frame}>
      <StoryStage
        playback={playback}
        gone={gone}
        running={run.running}
        paused={run.isPaused}
        failed={player.isFailed}
        onShown={player.setShown}
        onFailed={player.setFailed}
        onHold={player.setHeld}
        onClose={onClose}
      />
      <div className={styles.hud}>
        <StoryHeader playback={playback} run={run} onClose={onClose}>
          {story && !story.own && viewer && <Safety key={story.id} story={story} onDialogChange={player.setAsking} />}
        </StoryHeader>
        {run.isPaused && story && (
          <p className={classNames(styles.note, styles.paused)}>{t(phrases.stories.pausedMark)}</p>
        )}
        <Notice player={player} />
        {story && !gone && (
          <StoryFooter
            key={story.id}
            story={story}
            isVisitor={viewer === null}
            initialMessage={isAfterDown ? t(phrases.stories.storyDeleted) : ''}
            onTyping={player.setTyping}
            onPanel={() => setPanel(true)}
          />
        )}
      </div>
    </div>
  )
}

/** Returns whether the current story directly follows the story that was just deleted. */
const isAfter = ({ list, index }: ReturnType<typeof useStoryPlayback>, deletedId: string | null) =>
  deletedId !== null && list.data?.[index - 1]?.id === deletedId

/** Explains a missing photo: the stories failed to load, the story was deleted, or its photo failed to load. */
function Notice({ player }: Pick<FrameProps, 'player'>) {
  const t = useTranslate()
  const { gone, isFailed, setFailed } = player
  const { list, story } = player.playback
  if (hasQueryFailed(list))
    return (
      <div className={styles.notice}>
        <LoadErrorMessage title={t(phrases.stories.loadFailed)} query={list} />
      </div>
    )
  if (gone || (list.isSuccess && !story)) return <Gone />
  return story && isFailed && <StoryPhotoError story={story} onRetry={() => setFailed(null)} />
}

function Gone() {
  const t = useTranslate()
  return (
    <div className={styles.notice} role="status">
      <h2>{t(phrases.stories.goneTitle)}</h2>
      <p>{t(phrases.stories.goneText)}</p>
    </div>
  )
}

type TurnButtonProps = { way: 'previous' | 'next'; disabled: boolean; still: boolean; onClick: () => void }

/**
 * Next or previous button beside the photo. Visible in windows at least 900 px wide. In narrower windows users tap the
 * photo, and the button is visible only with reduced motion or keyboard focus.
 */
function TurnButton({ way, disabled, still, onClick }: TurnButtonProps) {
  const t = useTranslate()
  return (
    <IconButton
      className={styles[way]}
      data-still={still || undefined}
      aria-disabled={disabled || undefined}
      on="solid"
      label={t(way === 'next' ? phrases.stories.nextStory : phrases.stories.previousStory)}
      icon={way === 'next' ? caretRight : caretLeft}
      onClick={() => !disabled && onClick()}
    />
  )
}
