import { storyTextLimits } from '@pawtrait/contract/stories.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import type { MouseEvent } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { TextStyleChoice, UndrawableTextNote } from './CaptionPanel.tsx'
import type { StoryMakerState } from './StoryForm.tsx'
import styles from './StoryMaker.module.css'

// The toolbar shows the counter of remaining characters if at most this many remain.
const SHOWN_BELOW = 30

/** Strip above the keyboard of a phone, with typeface, colour and size of the text on the photo, and "Done". */
export function TextStyleToolbar({ maker }: { maker: StoryMakerState }) {
  const t = useTranslate()
  const { draft, publish } = maker.form
  const error = publish.error instanceof CallError ? publish.error.field('caption') : undefined
  const remaining = storyTextLimits.caption - countGraphemes(draft.caption)
  return (
    <>
      {error && <FieldError>{error}</FieldError>}
      {remaining <= SHOWN_BELOW && (
        <p className="small muted">{t(phrases.stories.charactersLeft, { count: Math.max(0, remaining) })}</p>
      )}
      <UndrawableTextNote maker={maker} />
      <div className={styles.strip}>
        <div className={styles.styles} role="toolbar" aria-label={t(phrases.stories.textTool)} onMouseDown={keepFocus}>
          {maker.isDrawable && <TextStyleChoice maker={maker} />}
        </div>
        <Button small onClick={() => maker.setWriting(false)}>
          {t(phrases.stories.doneButton)}
        </Button>
      </div>
    </>
  )
}

/**
 * Keeps the focus in the text field while the user taps a choice. If the field lost the focus, the keyboard would
 * close.
 */
function keepFocus(event: MouseEvent) {
  if (event.target instanceof HTMLInputElement && event.target.type === 'radio') event.preventDefault()
}
