import type { PushDevice } from '@pawtrait/contract/push.ts'
import desktop from '@phosphor-icons/core/regular/desktop.svg?path'
import mobile from '@phosphor-icons/core/regular/device-mobile.svg?path'
import { pushTestOutcomeTexts } from '#i18n/en/by-value/push/push-test-outcome-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './PushDevices.module.css'
import { useRemoveDevice, useSendTestPush } from './push-cache.ts'

/** The viewer's devices with push notifications, each with "Send a test" and "Remove". */
export function PushDevices({ devices }: { devices: readonly PushDevice[] }) {
  const t = useTranslate()
  const toast = useToast()
  const remove = useRemoveDevice()
  const test = useSendTestPush()
  const removeDevice = (device: PushDevice) =>
    remove.mutate(device, { onSuccess: () => toast({ text: t(phrases.push.removed, { device: device.label }) }) })
  const testDevice = (device: PushDevice) =>
    test.mutate(device, {
      onSuccess: ({ outcome }) => toast({ text: t(pushTestOutcomeTexts[outcome], { device: device.label }) }),
    })
  return (
    <>
      <ul className={styles.list} aria-label={t(phrases.push.deviceList)}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isRemoving={remove.isPending && remove.variables.id === device.id}
            isTesting={test.isPending && test.variables.id === device.id}
            onRemove={() => removeDevice(device)}
            onTest={() => testDevice(device)}
          />
        ))}
      </ul>
      <CallErrorMessage title={t(phrases.push.removeFailed)} error={remove.error} />
      <CallErrorMessage title={t(phrases.push.testFailed)} error={test.error} />
    </>
  )
}

type DeviceRowProps = {
  device: PushDevice
  isRemoving: boolean
  isTesting: boolean
  onRemove: () => void
  onTest: () => void
}

function DeviceRow({ device, isRemoving, isTesting, onRemove, onTest }: DeviceRowProps) {
  const t = useTranslate()
  const { label, current, paused } = device
  const actions = (
    <span className={styles.actions}>
      {!paused && (
        <Button
          kind="soft"
          small
          busy={isTesting}
          aria-label={t(phrases.push.sendTestWithName, { device: label })}
          onClick={onTest}
        >
          {t(phrases.push.sendTest)}
        </Button>
      )}
      <Button
        kind="ghost"
        small
        busy={isRemoving}
        aria-label={t(phrases.push.removeWithName, { device: label })}
        onClick={onRemove}
      >
        {t(phrases.push.remove)}
      </Button>
    </span>
  )
  const icon = /Android|iPhone|iPad/.test(label) ? mobile : desktop
  return (
    <IconRow as="li" icon={icon} title={label} action={actions}>
      {current && `${t(phrases.push.thisDevice)}. `}
      <DeviceState device={device} />
    </IconRow>
  )
}

function DeviceState({ device: { paused, sentAt } }: { device: PushDevice }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  if (paused) return `${t(phrases.push.devicePausedNote)}.`
  if (sentAt === null) return `${t(phrases.push.nothingSent)}.`
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${t(phrases.push.sentAt, { when: when.format(new Date(sentAt)) })}.`
}
