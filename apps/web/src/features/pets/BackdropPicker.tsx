import { type Backdrop, backdropNames } from '@pawtrait/contract/pets/pets.ts'
import { backdropLabels } from '#i18n/en/by-value/pets/backdrop-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './BackdropPicker.module.css'

/** Radio buttons for a pet's backdrop, each drawn as a small arch in its colour. */
export function BackdropPicker({ value, onChange }: { value: Backdrop; onChange: (backdrop: Backdrop) => void }) {
  const t = useTranslate()
  return (
    <fieldset className={styles.picker}>
      <legend>{t(phrases.pets.backdropLabel)}</legend>
      {backdropNames.map((backdrop) => (
        <label
          key={backdrop}
          className={classNames(styles.swatch, `bd-${backdrop}`)}
          title={t(backdropLabels[backdrop])}
        >
          <input
            type="radio"
            name="backdrop"
            value={backdrop}
            checked={backdrop === value}
            onChange={() => onChange(backdrop)}
          />
          <span className="vh">{t(backdropLabels[backdrop])}</span>
        </label>
      ))}
    </fieldset>
  )
}
