import { type Story, storyTextLimits } from '@pawtrait/contract/stories.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import paperPlane from '@phosphor-icons/core/regular/paper-plane-right.svg?path'
import { type FormEvent, useEffect, useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { Icon } from '#ui/Icon.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './StoryViewer.module.css'
import { useLikeStory, useReplyDraft, useSendReply } from './use-story-actions.ts'

type StoryReactionsProps = {
  story: Story
  onTyping: (typing: boolean) => void
  /** Shows the result in the story's status line, where screen readers announce it. */
  announce: (message: string) => void
}

/** Reply field and like button on another user's story. */
export function StoryReactions({ story, onTyping, announce }: StoryReactionsProps) {
  const t = useTranslate()
  const paw = useLikeStory(story.id)
  const pawed = story.pawedByMe
  return (
    <>
      {story.allowsReplies ? (
        <ReplyForm story={story} onTyping={onTyping} announce={announce} />
      ) : (
        <span className={styles.gap} />
      )}
      <button
        type="button"
        className={styles.act}
        aria-pressed={pawed}
        aria-label={t(phrases.stories.like)}
        title={t(pawed ? phrases.stories.unlike : phrases.stories.like)}
        onClick={() => paw.set(!pawed, { onError: () => announce(t(phrases.stories.likeFailed)) })}
      >
        <PawIcon pressed={pawed} />
      </button>
    </>
  )
}

/** Returns the submit handler of the reply form. The handler announces the result. */
function useReply({ story, onTyping, announce }: StoryReactionsProps, text: string) {
  const t = useTranslate()
  const problem = useProblemText()
  const answer = useSendReply(story.id)
  const onSuccess = (reply: unknown) => {
    onTyping(false)
    if (reply === QUEUED_CALL) announce(t(phrases.app.outboxWaiting))
    else announce(t(phrases.stories.replySent, { name: story.author.username }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reply = text.trim()
    if (!reply || answer.isPending) return
    if (countGraphemes(reply, storyTextLimits.reply) > storyTextLimits.reply)
      return announce(t(phrases.stories.replyTooLong))
    const onError = (error: Error) => announce(t(phrases.stories.replyFailed, { why: problem(error) }))
    answer.mutate(reply, { onSuccess, onError })
  }
  return { submit, busy: answer.isPending }
}

function ReplyForm(props: StoryReactionsProps) {
  const { story, onTyping } = props
  const t = useTranslate()
  const id = useId()
  const [text, write] = useReplyDraft(story.id)
  const { submit, busy } = useReply(props, text)
  const name = story.author.username
  const [pet] = story.pets
  useEffect(() => () => onTyping(false), [onTyping])
  return (
    <form className={styles.reply} onSubmit={submit}>
      <label className="vh" htmlFor={id}>
        {t(phrases.stories.replyTo, { name })}
      </label>
      <input
        id={id}
        dir="auto"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={storyTextLimits.reply * 16}
        placeholder={
          pet
            ? t(phrases.stories.replyToPetPlaceholder, { name: pet.name })
            : t(phrases.stories.replyPlaceholder, { name })
        }
        value={text}
        onChange={({ target }) => write(target.value)}
        onFocus={() => onTyping(true)}
        onBlur={() => onTyping(text.trim() !== '')}
      />
      {text.trim() !== '' && <SendButton busy={busy} />}
    </form>
  )
}

function SendButton({ busy }: { busy: boolean }) {
  const t = useTranslate()
  return (
    <button
      type="submit"
      className={styles.send}
      aria-label={t(phrases.stories.sendReply)}
      title={t(phrases.stories.sendReply)}
    >
      {busy ? <Spinner size={18} /> : <Icon path={paperPlane} size={20} />}
    </button>
  )
}
