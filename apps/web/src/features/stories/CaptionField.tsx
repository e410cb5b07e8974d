import { longestStory } from '@pawtrait/contract/stories.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import { useId } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/call.ts'
import styles from './StoryForm.module.css'
import type { useStoryForm } from './use-story-form.ts'

type Form = ReturnType<typeof useStoryForm>

/** The caption as it will lie on the photo. */
export function CaptionField({ form: { draft, change }, error }: { form: Form; error: CallError | null }) {
  const t = useTranslate()
  const id = useId()
  const used = graphemeCount(draft.caption)
  const most = longestStory.caption
  const wrong = error?.field('caption')
  return (
    <div className={styles.words}>
      <label className="vh" htmlFor={id}>
        {t('stories.caption')}
      </label>
      <textarea
        id={id}
        className={styles.caption}
        rows={2}
        maxLength={most * 16}
        placeholder={t('stories.captionHint')}
        value={draft.caption}
        aria-invalid={wrong !== undefined || used > most || undefined}
        aria-describedby={`${id}-used`}
        onChange={({ target }) => change({ caption: target.value })}
      />
      <span id={`${id}-used`} className={styles.used} role={wrong ? 'alert' : undefined}>
        {wrong ?? t('stories.used', { used, max: most })}
      </span>
    </div>
  )
}
