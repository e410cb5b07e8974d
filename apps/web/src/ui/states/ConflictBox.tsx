import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './ConflictBox.module.css'
import { ErrorBox } from './ErrorBox.tsx'

type ConflictBoxProps = {
  /** Sentence that names the item that was changed elsewhere. */
  title: string
  /** Content of the other version. */
  children?: ReactNode
  onSaveOwn: () => void
  onTakeOther: () => void
}

/**
 * Edit conflict: another device, another tab or another owner of the pet saved the item while the user edited it. The
 * user chooses which version to keep.
 */
export function ConflictBox({ title, children, onSaveOwn, onTakeOther }: ConflictBoxProps) {
  const t = useTranslate()
  const actions = (
    <span className={styles.buttons}>
      <Button kind="ghost" small onClick={onSaveOwn}>
        {t(phrases.ui.saveOwnVersion)}
      </Button>
      <Button kind="quiet" small onClick={onTakeOther}>
        {t(phrases.ui.takeOtherVersion)}
      </Button>
    </span>
  )
  return (
    <ErrorBox title={title} action={actions}>
      {children}
    </ErrorBox>
  )
}

/**
 * Sentence that names the fields that differ in the other version, such as "your bio". Renders nothing if no field
 * differs.
 */
export function ChangedFieldsNote({ fields }: { fields: readonly string[] }) {
  const t = useTranslate()
  const locale = useLocale()
  if (fields.length === 0) return null
  const what = new Intl.ListFormat(locale, { type: 'conjunction' }).format(fields)
  return t(phrases.ui.changedElsewhere, { what })
}
