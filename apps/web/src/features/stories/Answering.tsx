import { longestStory, type Story } from '@pawtrait/contract/stories.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import paperPlane from '@phosphor-icons/core/regular/paper-plane-right.svg?path'
import { type FormEvent, useEffect, useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './StoryViewer.module.css'
import { useAnswer, usePaw, useReplyDraft } from './use-story-acts.ts'

type AnsweringProps = {
  story: Story
  onTyping: (typing: boolean) => void
  /** Shows and announces the result in the story's status line. */
  say: (words: string) => void
}

/** A user's actions on another's story: reply, and send a paw. */
export function Answering({ story, onTyping, say }: AnsweringProps) {
  const t = useTranslate()
  const paw = usePaw(story.id)
  const pawed = story.pawedByMe
  return (
    <>
      {story.allowsReplies ? (
        <ReplyForm story={story} onTyping={onTyping} say={say} />
      ) : (
        <span className={styles.gap} />
      )}
      <button
        type="button"
        className={styles.act}
        aria-pressed={pawed}
        aria-label={t(phrases.stories.like)}
        title={t(pawed ? phrases.stories.unlike : phrases.stories.like)}
        onClick={() => paw.set(!pawed, { onError: () => say(t(phrases.stories.likeFailed)) })}
      >
        <PawIcon pressed={pawed} />
      </button>
    </>
  )
}

/** Sends the reply, and announces the result. */
function useReply({ story, onTyping, say }: AnsweringProps, text: string) {
  const t = useTranslate()
  const problem = useProblemText()
  const answer = useAnswer(story.id)
  const onSuccess = () => {
    onTyping(false)
    say(t(phrases.stories.replySent, { name: story.author.username }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (!words || answer.isPending) return
    if (graphemeCount(words, longestStory.reply) > longestStory.reply) return say(t(phrases.stories.replyTooLong))
    const onError = (error: Error) => say(t(phrases.stories.replyFailed, { why: problem(error) }))
    answer.mutate(words, { onSuccess, onError })
  }
  return { submit, busy: answer.isPending }
}

function ReplyForm(props: AnsweringProps) {
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
        autoComplete="off"
        enterKeyHint="send"
        maxLength={longestStory.reply * 16}
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
