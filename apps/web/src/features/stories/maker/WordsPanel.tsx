import { longestStory } from '@pawtrait/contract/stories.ts'
import { storyFaces, storyInks, textSize } from '@pawtrait/contract/story-stage.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import { inkColours } from '@pawtrait/stage/inks.ts'
import { useEffect, useRef } from 'react'
import { storyFaceNames, storyInkNames } from '#i18n/en/by-value/posts/story-letters.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import type { Maker } from './StoryForm.tsx'
import styles from './StoryMaker.module.css'

type WordsPanelProps = {
  maker: Maker
  onDone: (() => void) | undefined
}

/** Text of a story, with its face, colour and size on the photo. */
export function WordsPanel({ maker, onDone }: WordsPanelProps) {
  const t = useTranslate()
  const { form, writing, setWriting, letters } = maker
  const { draft, change, publish } = form
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (writing) field.current?.focus()
  }, [writing])
  const used = graphemeCount(draft.caption)
  const most = longestStory.caption
  return (
    <div className={styles.words}>
      <TextArea
        ref={field}
        label={t(phrases.stories.caption)}
        placeholder={t(phrases.stories.captionHint)}
        rows={2}
        maxLength={most * 16}
        value={draft.caption}
        error={publish.error instanceof CallError ? publish.error.field('caption') : undefined}
        counter={{
          used,
          max: most,
          shown: t(phrases.stories.used, { used, max: most }),
          label: t(phrases.stories.left, { count: Math.max(0, most - used) }),
        }}
        onBlur={() => setWriting(onDone !== undefined && writing)}
        onChange={({ target }) => change({ caption: target.value })}
      />
      <div role="status">{!maker.isDrawable && <p className="muted">{t(phrases.stories.undrawn)}</p>}</div>
      {letters.isError && (
        <Button kind="soft" small onClick={() => void letters.refetch()}>
          {t(phrases.stories.lettersFailed)}
        </Button>
      )}
      {(draft.caption.trim() !== '' || onDone) && maker.isDrawable && <LettersChoice maker={maker} />}
      {onDone && <Button onClick={onDone}>{t(phrases.stories.done)}</Button>}
    </div>
  )
}

/** Choices for the look of the text. */
function LettersChoice({ maker: { form } }: Pick<WordsPanelProps, 'maker'>) {
  const t = useTranslate()
  const { text } = form.draft
  const change = (part: Partial<typeof text>) => form.change({ text: { ...text, ...part } })
  return (
    <>
      <RadioGroup
        legend={t(phrases.stories.face)}
        name="face"
        options={storyFaces.map((value) => ({
          value,
          label: <span className={styles[value]}>{t(storyFaceNames[value])}</span>,
        }))}
        value={text.face}
        onChange={(face) => change({ face })}
      />
      <div className={styles.inks}>
        <RadioGroup
          legend={t(phrases.stories.ink)}
          name="ink"
          options={storyInks.map((value) => ({ value, label: <Swatch ink={value} name={t(storyInkNames[value])} /> }))}
          value={text.ink}
          onChange={(ink) => change({ ink })}
        />
      </div>
      <label className={styles.size}>
        {t(phrases.stories.size)}
        <input
          type="range"
          min={textSize.least}
          max={textSize.most}
          step={textSize.step}
          value={text.size}
          aria-valuetext={`${Math.round((text.size / textSize.usual) * 100)} %`}
          onChange={({ target }) => change({ size: target.valueAsNumber })}
        />
      </label>
    </>
  )
}

function Swatch({ ink, name }: { ink: keyof typeof inkColours; name: string }) {
  const { ink: letter, ground, outline } = inkColours[ink]
  return (
    <span className={styles.swatch} style={{ color: letter, background: ground ?? outline }}>
      <span aria-hidden="true">A</span>
      <span className="vh">{name}</span>
    </span>
  )
}
