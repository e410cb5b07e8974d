import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { copyLink } from '#lib/share.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import styles from './PetPeoplePage.module.css'

/** A one-time link, shown this once. */
export function InviteLink({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const copy = () =>
    void copyLink(link).then((copied) => toast({ text: t(copied ? phrases.people.copied : phrases.people.notCopied) }))
  return (
    <div className={styles.form}>
      <Field
        label={t(phrases.people.link)}
        help={t(phrases.people.linkOnce)}
        className={styles.link}
        readOnly
        data-autofocus
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.buttons}>
        <Button onClick={copy}>{t(phrases.people.copyLink)}</Button>
        <Button kind="ghost" onClick={onClose}>
          {t(phrases.people.done)}
        </Button>
      </div>
    </div>
  )
}
