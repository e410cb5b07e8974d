import type { NotificationSettings, NotificationType } from '@pawtrait/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { notificationGroupLabels } from '#i18n/en/by-value/notifications/notification-group-labels.ts'
import { notificationKindLabels } from '#i18n/en/by-value/notifications/notification-kind-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { Switch } from '#ui/forms/Switch.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './NotificationKindSwitches.module.css'
import { notificationSettingsQuery, useToggleNotificationKind } from './notification-settings-cache.ts'

const groups = {
  posts: ['like', 'comment', 'reply', 'comment-like', 'mention'],
  people: ['follow', 'follow-request', 'request-accepted'],
  ofPets: ['pet-follow', 'pet-invite', 'pet-person', 'tribute', 'birthday'],
  stories: ['story-paw', 'story-reply'],
} as const satisfies Record<string, readonly NotificationType[]>

const names = ['posts', 'people', 'ofPets', 'stories'] as const

export function NotificationKindSwitches() {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(notificationSettingsQuery())} failed={t(phrases.notifications.settingsLoadFailed)}>
      {({ off }) => <Groups off={off} />}
    </QueryContent>
  )
}

function Groups({ off }: Pick<NotificationSettings, 'off'>) {
  const t = useTranslate()
  return (
    <div className={styles.groups}>
      {names.map((name) => (
        <fieldset key={name} className={styles.group}>
          <legend>{t(notificationGroupLabels[name])}</legend>
          {groups[name].map((type) => (
            <KindSwitch key={type} type={type} on={!off.includes(type)} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/** Switch with its own mutation. With a shared mutation only the last pressed switch could show an error. */
function KindSwitch({ type, on }: { type: NotificationType; on: boolean }) {
  const t = useTranslate()
  const { mutateAsync, error } = useToggleNotificationKind()
  // Catches the rejection, because this component displays `error`.
  const [shown, tick] = useOptimisticCheckbox(on, (next) => mutateAsync({ type, on: next }).catch(() => {}))
  return (
    <>
      <Switch label={t(notificationKindLabels[type])} checked={shown} onChange={tick} />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />
    </>
  )
}
