import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?path'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import styles from './NotificationsPill.module.css'

type NotificationsPillProps = { count: number; busy: boolean; onShow: () => void }

/** "2 new", over the list. The live region is there before it has anything to say. */
export function NotificationsPill({ count, busy, onShow }: NotificationsPillProps) {
  const t = useTranslate()
  return (
    <div className={styles.place}>
      <span role="status" className="vh">
        {count > 0 && t('notifications.new', { count })}
      </span>
      {count > 0 && (
        <button
          type="button"
          className={styles.pill}
          aria-label={t('notifications.showNew', { count })}
          onClick={onShow}
        >
          {busy ? <Spinner /> : <Icon path={arrowUp} size={18} />}
          {t('notifications.new', { count })}
        </button>
      )}
    </div>
  )
}
