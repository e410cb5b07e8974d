import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './StorageTable.module.css'

type Row = { purpose: string; time: string }

/**
 * Table of the items that the app stores in the browser: name, purpose and lifetime. On narrow screens each row is a
 * block.
 */
export function StorageTable({ caption, rows }: { caption: string; rows: Record<string, Row> }) {
  const t = useTranslate()
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t(phrases.texts.storageNameColumn)}</th>
            <th scope="col">{t(phrases.texts.storagePurposeColumn)}</th>
            <th scope="col">{t(phrases.texts.storageTimeColumn)}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows).map(([name, { purpose, time }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{t(purpose)}</td>
              <td>{t(time)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
