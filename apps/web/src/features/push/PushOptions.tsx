import type { PushSettings, PushState, QuietHours } from '@pawtrait/contract/push.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { Field } from '#ui/forms/Field.tsx'
import { Switch } from '#ui/forms/Switch.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './PushOptions.module.css'
import { useSavePushSettings } from './push-cache.ts'

const defaultQuietHours: QuietHours = { from: '22:00', until: '07:00' }

/** Settings of push notifications: names on the lock screen, and quiet hours. */
export function PushOptions({ state: { showContent, quietHours } }: { state: PushState }) {
  const t = useTranslate()
  const settings = useSavePushSettings()
  // Catches the rejection, because this component displays `error`.
  const save = (change: Partial<PushSettings>) =>
    settings.mutateAsync({ showContent, quietHours, ...change }).catch(() => {})
  const [showsContent, tickContent] = useOptimisticCheckbox(showContent, (on) => save({ showContent: on }))
  const [isQuiet, tickQuiet] = useOptimisticCheckbox(quietHours !== null, (on) =>
    save({ quietHours: on ? (quietHours ?? defaultQuietHours) : null }),
  )
  return (
    <div className={styles.options}>
      <Switch
        label={t(phrases.push.showContent)}
        help={t(phrases.push.showContentHelp)}
        checked={showsContent}
        onChange={tickContent}
      />
      <Switch
        label={t(phrases.push.quietHours)}
        help={t(phrases.push.quietHoursHelp)}
        checked={isQuiet}
        onChange={tickQuiet}
      />
      {isQuiet && <Hours hours={quietHours ?? defaultQuietHours} save={(hours) => void save({ quietHours: hours })} />}
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={settings.error} />
    </div>
  )
}

/** Start and end of the quiet hours. Saves a range only if both times are set and differ. */
function Hours({ hours, save }: { hours: QuietHours; save: (hours: QuietHours) => void }) {
  const t = useTranslate()
  const change = (next: QuietHours) => {
    if (next.from !== '' && next.until !== '' && next.from !== next.until) save(next)
  }
  return (
    <div className={styles.hours}>
      <Field
        type="time"
        label={t(phrases.push.quietFrom)}
        value={hours.from}
        onChange={(event) => change({ ...hours, from: event.target.value })}
      />
      <Field
        type="time"
        label={t(phrases.push.quietUntil)}
        value={hours.until}
        onChange={(event) => change({ ...hours, until: event.target.value })}
      />
    </div>
  )
}
