import type { PetCard } from '@pawtrait/contract/pets.ts'
import { graphemeCount, longest } from '@pawtrait/contract/text.ts'
import { useRef } from 'react'
import { PetChips } from '#features/pets/PetChips.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Field } from '#ui/Field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { AudienceField } from './AudienceField.tsx'
import { type Draft, isRefused } from './composition.ts'
import styles from './DraftEditor.module.css'
import { useComposition } from './use-composition.ts'

// Fetched with the first @ or # of a caption; without it one writes as before.
const MentionBox = lazyPart(async () => (await import('#features/mentions/MentionBox.tsx')).MentionBox, null, {
  isDecoration: true,
})

type PostFieldsProps = {
  draft: Draft
  pets: readonly PetCard[]
  /** The words stand already: they come before the photos' descriptions. */
  captionFirst?: boolean
}

/** The words of a post: one description a photo, who is in it, caption, place, audience. */
export function PostFields({ captionFirst = false, ...props }: PostFieldsProps) {
  const { draft } = props
  return (
    <>
      {captionFirst && <CaptionField draft={draft} />}
      <AltField draft={draft} />
      <Pets {...props} />
      {!captionFirst && <CaptionField draft={draft} />}
      <PlaceField draft={draft} />
      <AudienceField draft={draft} />
    </>
  )
}

function CaptionField({ draft: { caption, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const counter = useCounter()
  const { change } = useComposition()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={styles.caption}>
      {/[@#]/.test(caption) && <MentionBox field={field} />}
      <TextArea
        ref={field}
        label={t(phrases.create.caption)}
        value={caption}
        rows={4}
        counter={counter(caption, longest.caption)}
        error={submission?.error?.field('caption')}
        onChange={({ target }) => change(() => ({ caption: target.value }))}
      />
    </div>
  )
}

/** What is left of a field's length, in letters as a reader counts them. */
function useCounter() {
  const t = useTranslate()
  return (text: string, max: number) => {
    const used = graphemeCount(text)
    return {
      used,
      max,
      shown: t(phrases.create.used, { used, max }),
      label: t(phrases.create.left, { count: Math.max(0, max - used) }),
    }
  }
}

function PlaceField({ draft: { place, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const { change } = useComposition()
  return (
    <Field
      label={t(phrases.create.place)}
      help={t(phrases.create.placeHelp)}
      value={place}
      maxLength={longest.place * 8}
      error={submission?.error?.field('place')}
      autoComplete="off"
      onChange={({ target }) => change(() => ({ place: target.value }))}
    />
  )
}

function AltField({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const counter = useCounter()
  const { changePhoto } = useComposition()
  const at = draft.photos.findIndex(({ key }) => key === draft.chosen)
  const photo = draft.photos[at]
  if (!photo) return null
  // The server counts the photos it was sent.
  const sentAt = draft.photos.slice(0, at).filter((one) => !isRefused(one)).length
  return (
    <>
      <TextArea
        key={photo.key}
        label={t(phrases.create.describe, { number: at + 1 })}
        help={t(phrases.create.describeHelp)}
        value={photo.alt}
        rows={2}
        counter={{ ...counter(photo.alt, longest.alt), always: true }}
        error={draft.submission?.error?.field(`photos.${sentAt}.alt`)}
        onChange={({ target }) => changePhoto(photo.key, () => ({ alt: target.value }))}
      />
      {photo.animated && <p className={styles.still}>{t(phrases.create.still)}</p>}
    </>
  )
}

function Pets({ draft, pets }: PostFieldsProps) {
  const { change } = useComposition()
  const onChange = (chosen: PetCard['id'][]) => change(() => ({ pets: chosen }))
  return <PetChips pets={pets} chosen={draft.pets} onChange={onChange} />
}
