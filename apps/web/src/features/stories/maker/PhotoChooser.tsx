import images from '@phosphor-icons/core/regular/images-square.svg?path'
import { type ChangeEvent, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { FieldError } from '#ui/FieldFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import styles from './StageView.module.css'
import type { Maker } from './StoryForm.tsx'

/** The way to a photo and to another one, and how far it has come. */
export function PhotoChooser({ maker, hasPhoto }: { maker: Maker; hasPhoto: boolean }) {
  const t = useTranslate()
  const { form, isMissing } = maker
  const [isEmpty, setEmpty] = useState(false)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setEmpty(file.size === 0)
    if (file.size > 0) form.choose(file)
  }
  return (
    <div className={styles.choose} data-first={!hasPhoto || undefined}>
      <label className={hasPhoto ? styles.another : buttonClass()}>
        <Icon path={images} size={hasPhoto ? 24 : 20} />
        <span className={hasPhoto ? 'vh' : undefined}>
          {t(hasPhoto ? phrases.stories.another : phrases.stories.choose)}
        </span>
        <input type="file" accept="image/*" className="vh" onChange={take} />
      </label>
      {!hasPhoto && <p>{t(phrases.stories.chooseHelp)}</p>}
      <p className={styles.sending} role="status">
        {form.chosen?.sending && (
          <>
            <Spinner size={18} /> {t(phrases.stories.sending)}
          </>
        )}
      </p>
      <div role="alert" className={styles.alert}>
        {isEmpty && <FieldError>{t(phrases.stories.empty)}</FieldError>}
        {isMissing && !isEmpty && <FieldError>{t(phrases.stories.needsPhoto)}</FieldError>}
        {form.chosen?.error && <NotSent error={form.chosen.error} onRetry={form.retry} />}
      </div>
    </div>
  )
}

function NotSent({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslate()
  const say = useProblemWords()
  return (
    <>
      <FieldError>{t(phrases.stories.photoFailed, { why: say(error) })}</FieldError>
      <Button kind="soft" small onClick={onRetry}>
        {t(phrases.stories.sendAgain)}
      </Button>
    </>
  )
}
