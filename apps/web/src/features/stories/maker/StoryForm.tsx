import type { UserId } from '@pawtrait/contract/ids.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { type FormEvent, useState } from 'react'
import { SlowUploadNotice } from '#features/media/SlowUploadNotice.tsx'
import { findRejectedPetTag, RejectedPetTagError } from '#features/pets/RejectedPetTagError.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, isUnreachableError } from '#lib/server/call.ts'
import { useKeyboardInset } from '#lib/use-keyboard-inset.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { CaptionPanel } from './CaptionPanel.tsx'
import { StageView } from './StageView.tsx'
import { StoryDetails } from './StoryDetails.tsx'
import styles from './StoryMaker.module.css'
import { StoryMakerFooter } from './StoryMakerFooter.tsx'
import { updateTaggedPets } from './story-draft.ts'
import { TextStyleToolbar } from './TextStyleToolbar.tsx'
import { type ItemName, useStageItems } from './use-stage-items.ts'
import { type StoryFormState, useStoryForm } from './use-story-form.ts'
import { useTextLayout } from './use-text-layout.ts'

type StoryFormProps = {
  viewer: UserId
  pets: readonly PetCard[]
  onPosted: () => void
  onLeave: () => void
}

const getCallError = ({ publish: { error } }: StoryFormState) => (error instanceof CallError ? error : null)

/** Returns the caption if the server refused to draw it, for example because of an unknown emoji; otherwise null. */
const findRefusedText = (form: StoryFormState) =>
  getCallError(form)?.field('composition.text') === undefined ? null : form.draft.caption

function useStoryMaker({ viewer, pets, onPosted }: StoryFormProps) {
  const form = useStoryForm(viewer, onPosted)
  const { draft, chosen, publish, post } = form
  const [writing, setWriting] = useState(false)
  const [selected, select] = useState<ItemName | null>(null)
  const [missing, setMissing] = useState(false)
  const [refusedText, setRefusedText] = useState<string | null>(null)
  const isLettered = draft.caption.trim() !== '' || draft.plate !== null || writing
  const letters = useTextLayout(draft.text.face, isLettered)
  const items = useStageItems(form, pets, letters.data)
  const newRefusedText = findRefusedText(form)
  if (newRefusedText !== null && newRefusedText !== refusedText) setRefusedText(newRefusedText)
  const isDrawable = items.isDrawable && draft.caption !== refusedText
  const hasPhoto = draft.photo !== null || Boolean(chosen && (chosen.sending || isUnreachableError(chosen.error)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!hasPhoto)
    if (hasPhoto && !publish.isPending) post(isDrawable)
  }
  const isMissing = missing && draft.photo === null && !chosen
  return { form, items, letters, isDrawable, writing, setWriting, selected, select, submit, isMissing }
}

export type StoryMakerState = ReturnType<typeof useStoryMaker>

/** Form of a new story: the stage, with fields for text, pets and audience beside or below it. */
export function StoryForm(props: StoryFormProps) {
  const maker = useStoryMaker(props)
  const { form, writing } = maker
  const t = useTranslate()
  const isWide = useMediaQuery('(width >= 900px)', false)
  const covered = useKeyboardInset()
  const publishError = form.publish.error && <PublishError form={form} error={form.publish.error} pets={props.pets} />
  return (
    <form
      className={styles.form}
      style={covered > 0 ? { paddingBlockEnd: covered } : undefined}
      onSubmit={maker.submit}
      noValidate
    >
      <StageView maker={maker} onLeave={props.onLeave} isTyping={!isWide && writing} />
      {isWide ? (
        <aside className={styles.side}>
          <div className={styles.fields}>
            <h1>{t(phrases.stories.newStory)}</h1>
            <p className="muted">{t(phrases.stories.newStoryText)}</p>
            {publishError}
            <SlowUploadNotice />
            <CaptionPanel maker={maker} />
            <StoryDetails form={form} pets={props.pets} />
          </div>
          <PostButton form={form} />
        </aside>
      ) : (
        <div className={styles.panel}>
          <h1 className="vh">{t(phrases.stories.newStory)}</h1>
          {publishError}
          <SlowUploadNotice />
          {writing ? (
            <TextStyleToolbar maker={maker} />
          ) : (
            <StoryMakerFooter form={form} pets={props.pets}>
              <PostButton form={form} />
            </StoryMakerFooter>
          )}
        </div>
      )}
    </form>
  )
}

function PostButton({ form: { publish } }: { form: StoryFormState }) {
  const t = useTranslate()
  return (
    <Button type="submit" block busy={publish.isPending}>
      {t(publish.isPending ? phrases.stories.postingLabel : phrases.stories.postStory)}
    </Button>
  )
}

type PublishErrorProps = { form: StoryFormState; error: Error; pets: readonly PetCard[] }

function PublishError({ form: { draft, change, publish }, error, pets }: PublishErrorProps) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const rejectedPet = findRejectedPetTag(error, draft.pets)
  if (rejectedPet) {
    const remove = () => {
      publish.reset()
      change(
        updateTaggedPets(
          draft,
          draft.pets.filter((id) => id !== rejectedPet),
        ),
      )
    }
    const name = pets.find(({ id }) => id === rejectedPet)?.name
    return <RejectedPetTagError title={t(phrases.stories.postFailed)} name={name} onRemove={remove} />
  }
  const isTextRefused = error instanceof CallError && error.field('composition.text') !== undefined
  const isFull = error instanceof CallError && error.code === 'quota-reached'
  const reason = isTextRefused
    ? t(phrases.stories.lettersUnsupportedOnPost)
    : isFull
      ? t(phrases.stories.storyLimitReached)
      : formatProblem(error)
  return <ErrorBox title={t(phrases.stories.postFailed)}>{reason}</ErrorBox>
}
