import eye from '@phosphor-icons/core/regular/eye.svg?path'
import paperPlane from '@phosphor-icons/core/regular/paper-plane-right.svg?path'
import shareIcon from '@phosphor-icons/core/regular/share-fat.svg?path'
import { longestStory, type Story } from '@pawtrait/contract/stories.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { shareLink } from '#lib/share.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import type { StoryHrefs } from './StoryViewer.tsx'
import styles from './StoryViewer.module.css'
import { useAnswer, usePaw, useReplyDraft } from './use-story-acts.ts'

type StoryFootProps = {
  story: Story
  hrefs: StoryHrefs
  isVisitor: boolean
  /** What there is to be said when it comes. */
  told: string
  onTyping: (typing: boolean) => void
  onPanel: () => void
}

/** The caption, and what one may do: answer, paw, share; of one's own, who has seen it. */
export function StoryFoot({ story, hrefs, isVisitor, told, onTyping, onPanel }: StoryFootProps) {
  const t = useTranslate()
  const [said, say] = useState(told)
  return (
    <footer className={styles.foot}>
      {story.caption && <p className={styles.caption}>{story.caption}</p>}
      {!story.isReady && <p className={styles.note}>{t('stories.notReady')}</p>}
      <p className={styles.note} role="status">
        {said}
      </p>
      <div className={styles.acts}>
        {story.own ? (
          <SeenBy own={story.own} onPanel={onPanel} />
        ) : isVisitor ? (
          <a className={styles.seenBy} href={hrefs.logIn(hrefs.story(story.id))}>
            {t('stories.logIn')}
          </a>
        ) : (
          <Answering story={story} onTyping={onTyping} say={say} />
        )}
        {story.audience === 'everyone' && <Share story={story} hrefs={hrefs} say={say} />}
      </div>
    </footer>
  )
}

function SeenBy({ own, onPanel }: { own: NonNullable<Story['own']>; onPanel: () => void }) {
  const t = useTranslate()
  return (
    <button type="button" className={styles.seenBy} onClick={onPanel}>
      <Icon path={eye} size={20} />
      {own.viewCount === 0 ? t('stories.seenByNobody') : t('stories.seenBy', { count: own.viewCount })}
    </button>
  )
}

type Say = { say: (words: string) => void }

function Answering({ story, onTyping, say }: Pick<StoryFootProps, 'story' | 'onTyping'> & Say) {
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
        aria-label={t('stories.paw')}
        title={t(pawed ? 'stories.pawed' : 'stories.paw')}
        onClick={() => paw.set(!pawed, { onError: () => say(t('stories.pawFailed')) })}
      >
        <PawIcon pressed={pawed} />
      </button>
    </>
  )
}

type ReplyProps = Pick<StoryFootProps, 'story' | 'onTyping'> & Say

/** Sends what was typed, and says how that went. */
function useReply({ story, onTyping, say }: ReplyProps, text: string) {
  const t = useTranslate()
  const problem = useProblemWords()
  const answer = useAnswer(story.id)
  const onSuccess = () => {
    onTyping(false)
    say(t('stories.sent', { name: story.author.username }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (!words || answer.isPending) return
    if (graphemeCount(words, longestStory.reply) > longestStory.reply) return say(t('stories.tooLong'))
    const onError = (error: Error) => say(t('stories.notSent', { why: problem(error) }))
    answer.mutate(words, { onSuccess, onError })
  }
  return { submit, busy: answer.isPending }
}

function ReplyForm(props: ReplyProps) {
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
        {t('stories.replyTo', { name })}
      </label>
      <input
        id={id}
        autoComplete="off"
        enterKeyHint="send"
        maxLength={longestStory.reply * 16}
        placeholder={pet ? t('stories.replyPetHint', { name: pet.name }) : t('stories.replyHint', { name })}
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
    <button type="submit" className={styles.send} aria-label={t('stories.send')} title={t('stories.send')}>
      {busy ? <Spinner size={18} /> : <Icon path={paperPlane} size={20} />}
    </button>
  )
}

function Share({ story, hrefs, say }: Pick<StoryFootProps, 'story' | 'hrefs'> & Say) {
  const t = useTranslate()
  const share = async () => {
    const url = window.location.origin + hrefs.story(story.id)
    const how = await shareLink({ url, title: t('stories.storyOf', { name: story.author.username }) })
    if (how !== 'shared') say(how === 'copied' ? t('stories.copied') : t('stories.notCopied', { url }))
  }
  return <IconButton label={t('stories.share')} icon={shareIcon} onClick={() => void share()} />
}
