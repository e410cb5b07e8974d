import { storyTextLimits } from '@pawtrait/contract/stories.ts'
import { storyTextColours, storyTextSizeLimits, storyTypefaces } from '@pawtrait/contract/story-stage.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { storyTextPalette } from '@pawtrait/stage/story-text-palette.ts'
import { useEffect, useRef } from 'react'
import { storyInkLabels, storyTypefaceLabels } from '#i18n/en/by-value/posts/story-text-style-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import type { StoryMakerState } from './StoryForm.tsx'
import styles from './StoryMaker.module.css'

type CaptionPanelProps = { maker: StoryMakerState }

/** Fields beside the stage for the caption of a story, and its typeface, colour and size on the photo. */
export function CaptionPanel({ maker }: CaptionPanelProps) {
  const t = useTranslate()
  const { form, writing, setWriting } = maker
  const { draft, change, publish } = form
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (writing) field.current?.focus()
  }, [writing])
  const used = countGraphemes(draft.caption)
  const maxLength = storyTextLimits.caption
  return (
    <div className={styles.words}>
      <TextArea
        ref={field}
        label={t(phrases.stories.captionLabel)}
        placeholder={t(phrases.stories.captionPlaceholder)}
        rows={2}
        maxLength={maxLength * 16}
        value={draft.caption}
        error={publish.error instanceof CallError ? publish.error.field('caption') : undefined}
        counter={{
          used,
          max: maxLength,
          shown: t(phrases.stories.characterCount, { used, max: maxLength }),
          label: t(phrases.stories.charactersLeft, { count: Math.max(0, maxLength - used) }),
        }}
        onBlur={() => setWriting(false)}
        onChange={({ target }) => change({ caption: target.value })}
      />
      <UndrawableTextNote maker={maker} />
      {draft.caption.trim() !== '' && maker.isDrawable && <TextStyleChoice maker={maker} />}
    </div>
  )
}

/** Note that the text cannot be drawn on the photo, and a retry button if its font failed to load. */
export function UndrawableTextNote({ maker: { isDrawable, letters } }: CaptionPanelProps) {
  const t = useTranslate()
  return (
    <>
      <div role="status">{!isDrawable && <p className="muted">{t(phrases.stories.lettersUnsupported)}</p>}</div>
      {letters.isError && (
        <Button kind="soft" small onClick={() => void letters.refetch()}>
          {t(phrases.stories.lettersLoadFailed)}
        </Button>
      )}
    </>
  )
}

/** Choices of typeface, colour and size. */
export function TextStyleChoice({ maker: { form } }: CaptionPanelProps) {
  const t = useTranslate()
  const { text } = form.draft
  const change = (part: Partial<typeof text>) => form.change({ text: { ...text, ...part } })
  return (
    <>
      <RadioGroup
        legend={t(phrases.stories.typefaceLabel)}
        name="face"
        options={storyTypefaces.map((value) => ({
          value,
          label: <span className={styles[value]}>{t(storyTypefaceLabels[value])}</span>,
        }))}
        value={text.face}
        onChange={(face) => change({ face })}
      />
      <div className={styles.inks}>
        <RadioGroup
          legend={t(phrases.stories.colourLabel)}
          name="ink"
          options={storyTextColours.map((value) => ({
            value,
            label: <Swatch ink={value} name={t(storyInkLabels[value])} />,
          }))}
          value={text.ink}
          onChange={(ink) => change({ ink })}
        />
      </div>
      <label className={styles.size}>
        {t(phrases.stories.sizeLabel)}
        <input
          type="range"
          min={storyTextSizeLimits.least}
          max={storyTextSizeLimits.most}
          step={storyTextSizeLimits.step}
          value={text.size}
          aria-valuetext={`${Math.round((text.size / storyTextSizeLimits.usual) * 100)} %`}
          onChange={({ target }) => change({ size: target.valueAsNumber })}
        />
      </label>
    </>
  )
}

function Swatch({ ink, name }: { ink: keyof typeof storyTextPalette; name: string }) {
  const { ink: letter, ground, outline } = storyTextPalette[ink]
  return (
    <span className={styles.swatch} style={{ color: letter, background: ground ?? outline }}>
      <span aria-hidden="true">A</span>
      <span className="vh">{name}</span>
    </span>
  )
}
