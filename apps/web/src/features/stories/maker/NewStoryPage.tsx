import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import { audiences } from '@pawtrait/contract/posts.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import { graphemeCount, longest } from '@pawtrait/contract/text.ts'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { LapsedTag, lapsedTag } from '#features/pets/LapsedTag.tsx'
import { PetChips } from '#features/pets/PetChips.tsx'
import { createAudiences } from '#i18n/en/chosen/create-audiences.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { Content } from '#shell/Content.tsx'
import { hiddenHead, loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { useToast } from '#ui/Toast.tsx'
import styles from './NewStoryPage.module.css'
import { StoryPreview } from './StoryPreview.tsx'
import { useStoryForm } from './use-story-form.ts'

export const loader = loadsForUser(({ t }) => ({ head: hiddenHead(t, t(phrases.stories.newStory)) }))

/** `/stories/new` */
export function NewStoryPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const pets = useOwnPets()
  const navigate = useNavigate()
  const toast = useToast()
  const published = () => {
    toast({ text: t(phrases.stories.posted) })
    void navigate(paths.feed)
  }
  return (
    <>
      <TopBar title={t(phrases.stories.newStory)} back />
      <Content>{viewer && <StoryForm viewer={viewer.id} pets={pets} onPublished={published} />}</Content>
    </>
  )
}

type StoryFormProps = {
  viewer: UserId
  pets: readonly PetCard[]
  onPublished: (story: Story) => void
}

type Form = ReturnType<typeof useStoryForm>

/** A new story: the photo with its caption on it, and beside it the words for it, who is in it and who sees it. */
export function StoryForm({ viewer, pets, onPublished }: StoryFormProps) {
  const form = useStoryForm(viewer, onPublished)
  const { draft, change, publish } = form
  const t = useTranslate()
  const [missing, setMissing] = useState(false)
  const error = publish.error instanceof CallError ? publish.error : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const hasPhoto = draft.photo !== null || form.chosen?.sending
    setMissing(!hasPhoto)
    if (hasPhoto && !publish.isPending) publish.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <StoryPreview form={form} pets={pets} missing={missing && draft.photo === null && !form.chosen} error={error} />
      <div className={styles.side}>
        <p className="muted">{t(phrases.stories.newLead)}</p>
        {publish.error && <NotPublished form={form} error={publish.error} pets={pets} />}
        <AltField form={form} error={error} />
        <PetChips pets={pets} chosen={draft.pets} onChange={(chosen) => change({ pets: chosen })} />
        <Audience draft={draft} change={change} />
        <Button type="submit" block busy={publish.isPending}>
          {t(publish.isPending ? phrases.stories.posting : phrases.stories.post)}
        </Button>
      </div>
    </form>
  )
}

function Audience({ draft, change }: Pick<Form, 'draft' | 'change'>) {
  const t = useTranslate()
  return (
    <>
      <RadioGroup
        legend={t(phrases.stories.audience)}
        showLegend
        name="audience"
        options={audiences.map((value) => ({ value, label: t(createAudiences[value]) }))}
        value={draft.audience}
        onChange={(audience) => change({ audience })}
      />
      <Checkbox
        label={t(phrases.stories.allowReplies)}
        help={t(phrases.stories.repliesHelp)}
        checked={draft.allowsReplies}
        onChange={({ target }) => change({ allowsReplies: target.checked })}
      />
    </>
  )
}

type NotPublishedProps = { form: Form; error: Error; pets: readonly PetCard[] }

function NotPublished({ form: { draft, change, publish }, error, pets }: NotPublishedProps) {
  const t = useTranslate()
  const say = useProblemWords()
  const lapsed = lapsedTag(error, draft.pets)
  if (lapsed) {
    const remove = () => {
      publish.reset()
      change({ pets: draft.pets.filter((id) => id !== lapsed) })
    }
    const name = pets.find(({ id }) => id === lapsed)?.name
    return <LapsedTag title={t(phrases.stories.notPosted)} name={name} onRemove={remove} />
  }
  const isFull = error instanceof CallError && error.code === 'quota-reached'
  return <ErrorBox title={t(phrases.stories.notPosted)}>{isFull ? t(phrases.stories.full) : say(error)}</ErrorBox>
}

function AltField({ form: { draft, change }, error }: { form: Form; error: CallError | null }) {
  const t = useTranslate()
  const used = graphemeCount(draft.alt)
  const left = Math.max(0, longest.alt - used)
  return (
    <TextArea
      label={t(phrases.stories.describe)}
      help={t(phrases.stories.describeHelp)}
      value={draft.alt}
      rows={2}
      error={error?.field('alt')}
      counter={{
        used,
        max: longest.alt,
        shown: t(phrases.stories.used, { used, max: longest.alt }),
        label: t(phrases.stories.left, { count: left }),
      }}
      onChange={({ target }) => change({ alt: target.value })}
    />
  )
}
