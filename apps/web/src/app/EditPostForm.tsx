import type { PetId } from '@pawtrait/contract/ids.ts'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import type { Post, PostChange } from '@pawtrait/contract/posts.ts'
import { graphemeCount, longest } from '@pawtrait/contract/text.ts'
import { type FormEvent, useState } from 'react'
import { petKind } from '#features/pets/pet-kind.ts'
import { useEditPost } from '#features/posts/use-edit-post.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { useKept } from '#lib/use-kept.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Field } from '#ui/Field.tsx'
import { Photo } from '#ui/Photo.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { useToast } from '#ui/Toast.tsx'
import styles from './EditPostForm.module.css'
import { useOwnPets } from './viewer.ts'

type Words = Pick<Post, 'caption' | 'place' | 'audience'> & { pets: PetId[]; alts: string[] }

const wordsOf = ({ caption, place, audience, pets, photos }: Post): Words => ({
  caption,
  place,
  audience,
  pets: pets.map((pet) => pet.id),
  alts: photos.map((photo) => photo.alt),
})

/** Only what differs is sent. */
function changeOf(post: Post, words: Words): PostChange {
  const was = wordsOf(post)
  const photos = post.photos.map(({ id }, at) => ({ id, alt: words.alts[at] ?? '' }))
  const samePets = was.pets.length === words.pets.length && was.pets.every((pet) => words.pets.includes(pet))
  return {
    ...(words.caption !== was.caption && { caption: words.caption }),
    ...(words.place !== was.place && { place: words.place }),
    ...(words.audience !== was.audience && { audience: words.audience }),
    ...(!samePets && { pets: words.pets }),
    ...(photos.some(({ alt }, at) => alt !== post.photos[at]?.alt) && { photos }),
  }
}

/** Saves what differs, then forgets what was typed. */
function useSaveWords(post: Post, onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  // What was changed and not saved yet outlives the dialog.
  const [was] = useState(() => wordsOf(post))
  const [words, write] = useKept(`edit-post:${post.id}`, was)
  const edit = useEditPost(post)
  const end = () => {
    write(undefined)
    onDone()
  }
  const onSuccess = () => {
    toast({ text: t('posts.saved') })
    end()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const change = changeOf(post, words)
    if (Object.keys(change).length === 0) return end()
    edit.mutate(change, { onSuccess })
  }
  return { words, write, submit, end, busy: edit.isPending, error: edit.error }
}

/** Caption, words for each photo, pets, place and audience of one's own post. */
export function EditPostForm({ post, onDone }: { post: Post; onDone: () => void }) {
  const t = useTranslate()
  const { words, write, submit, end, busy, error } = useSaveWords(post, onDone)
  const problem = error instanceof CallError ? error : null
  const say = useProblemWords()
  const used = graphemeCount(words.caption)
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        label={t('posts.caption')}
        value={words.caption}
        onChange={(event) => write({ ...words, caption: event.target.value })}
        counter={{
          used,
          max: longest.caption,
          label: t('posts.captionLeft', { count: Math.max(0, longest.caption - used) }),
        }}
        error={problem?.field('caption')}
      />
      <Alts post={post} words={words} write={write} />
      <Pets post={post} words={words} write={write} />
      <PlaceAndAudience words={words} write={write} error={problem?.field('place')} />
      {error && <ErrorBox title={t('posts.notSaved')}>{problem?.problem?.errors && say(problem)}</ErrorBox>}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {t(busy ? 'posts.saving' : 'posts.saveChanges')}
        </Button>
        <Button kind="ghost" onClick={end}>
          {t('ui.cancel')}
        </Button>
      </div>
      <p className="muted small">{t('posts.editedHelp')}</p>
    </form>
  )
}

type PartProps = { post: Post; words: Words; write: (words: Words) => void }

function Alts({ post, words, write }: PartProps) {
  const t = useTranslate()
  return post.photos.map((photo, at) => (
    <div key={photo.id} className={styles.photo}>
      <Photo className={styles.thumb ?? ''} photo={photo} alt="" sizes="84px" fit="cover" />
      <TextArea
        label={t('posts.describe', { number: at + 1 })}
        help={at === 0 ? t('posts.describeHelp') : undefined}
        rows={2}
        value={words.alts[at] ?? ''}
        onChange={(event) => write({ ...words, alts: words.alts.with(at, event.target.value) })}
      />
    </div>
  ))
}

/** One's own pets, and those already in the post: they may stay though one cares for them no more. */
function Pets({ post, words, write }: PartProps) {
  const t = useTranslate()
  const own = useOwnPets()
  const pets: Pick<PetCard, 'id' | 'name' | 'species' | 'breed' | 'backdrop' | 'portrait'>[] = [
    ...own,
    ...post.pets.filter((pet) => own.every((other) => other.id !== pet.id)),
  ]
  if (pets.length === 0) return null
  const flip = (id: PetId) =>
    write({ ...words, pets: words.pets.includes(id) ? words.pets.filter((pet) => pet !== id) : [...words.pets, id] })
  return (
    <fieldset className={styles.pets}>
      <legend>{t('posts.who')}</legend>
      {pets.map((pet) => (
        <Chip key={pet.id} pressed={words.pets.includes(pet.id)} onClick={() => flip(pet.id)}>
          <EaredFrame kind={petKind(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />
          {pet.name}
        </Chip>
      ))}
    </fieldset>
  )
}

function PlaceAndAudience({ words, write, error }: Omit<PartProps, 'post'> & { error: string | undefined }) {
  const t = useTranslate()
  return (
    <>
      <Field
        label={t('posts.place')}
        help={t('posts.placeHelp')}
        error={error}
        maxLength={longest.place * 8}
        value={words.place}
        onChange={(event) => write({ ...words, place: event.target.value })}
      />
      <RadioGroup
        legend={t('posts.audience')}
        showLegend
        name="audience"
        options={[
          { value: 'everyone', label: t('posts.everyone') },
          { value: 'followers', label: t('posts.followers') },
        ]}
        value={words.audience}
        onChange={(audience) => write({ ...words, audience })}
      />
    </>
  )
}
