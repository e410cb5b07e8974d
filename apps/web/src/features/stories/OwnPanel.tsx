import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToast } from '#ui/Toast.tsx'
import { SeenPanel } from './SeenPanel.tsx'
import type { PlaybackProps } from './StoryViewer.tsx'
import type { useStoryPlayback } from './use-story-playback.ts'

type OwnPanelProps = PlaybackProps & { playback: ReturnType<typeof useStoryPlayback>; onDown: (id: string) => void }

/** Who saw the story, for its author; nothing over somebody else's. */
export function OwnPanel({ playback: { story, toStory }, pets, atReplies, setPanel, onDown }: OwnPanelProps) {
  const t = useTranslate()
  const toast = useToast()
  if (!story?.own) return null
  const close = () => setPanel(false)
  const goOn = () => {
    close()
    // What follows says so; when nothing does, the page behind.
    onDown(story.id)
    toast({ text: t(phrases.stories.takenDown) })
    toStory(1)
  }
  const own = { ...story, own: story.own }
  return <SeenPanel story={own} pets={pets} atReplies={atReplies ?? false} onClose={close} onGone={goOn} />
}
