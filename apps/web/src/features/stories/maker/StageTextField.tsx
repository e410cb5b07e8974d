import { storyTextLimits } from '@pawtrait/contract/stories.ts'
import { maxElementSize, stageSize } from '@pawtrait/stage/stage.ts'
import { storyTextPalette } from '@pawtrait/stage/story-text-palette.ts'
import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './StageTextField.module.css'
import type { StoryMakerState } from './StoryForm.tsx'

const LETTERS_PER_LINE = 16

/**
 * Text field on the stage, for phones. It replaces the story's text while the user types, with the same typeface,
 * colour, size and position.
 */
export function StageTextField({ maker: { form } }: { maker: StoryMakerState }) {
  const t = useTranslate()
  const field = useRef<HTMLTextAreaElement>(null)
  const { caption, text } = form.draft
  const { ink, ground, outline } = storyTextPalette[text.ink]
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return (
    <textarea
      ref={field}
      className={styles.text}
      style={{
        insetInlineStart: `${text.x * 100}%`,
        insetBlockStart: `${text.y * 100}%`,
        inlineSize: `${(maxElementSize.width / stageSize.width) * 100}%`,
        fontSize: `${text.size * 100}cqi`,
        color: ink,
        background: ground,
        WebkitTextStrokeColor: outline,
      }}
      data-face={text.face}
      data-outlined={outline !== undefined || undefined}
      dir="auto"
      // Number of rows for browsers without `field-sizing`.
      rows={1 + Math.floor(caption.length / LETTERS_PER_LINE)}
      aria-label={t(phrases.stories.captionLabel)}
      placeholder={t(phrases.stories.captionPlaceholder)}
      maxLength={storyTextLimits.caption * 16}
      value={caption}
      onChange={({ target }) => form.change({ caption: target.value })}
    />
  )
}
