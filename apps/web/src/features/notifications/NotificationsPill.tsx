import arrowUp from '@phosphor-icons/core/bold/arrow-up-bold.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { NewItemsPill } from '#ui/lists/NewItemsPill.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './NotificationsPill.module.css'

type NotificationsPillProps = { count: number; busy: boolean; onShow: () => void }

/** Button above the list that shows new notifications, such as "2 new". */
export function NotificationsPill({ count, busy, onShow }: NotificationsPillProps) {
  const t = useTranslate()
  return (
    <NewItemsPill
      news={count > 0 && t(phrases.notifications.unseenCount, { count })}
      label={t(phrases.notifications.showNewNotifications, { count })}
      onShow={onShow}
      className={styles.place}
    >
      {busy ? <Spinner /> : <Icon path={arrowUp} size={18} />}
      {t(phrases.notifications.unseenCount, { count })}
    </NewItemsPill>
  )
}
