import { useSyncExternalStore } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Switch } from '#ui/forms/Switch.tsx'
import { areShortcutsOn, setShortcutsOn, subscribeToShortcutSetting } from './shortcut-setting.ts'

/** Switch for single-key shortcuts on this device, for people who use speech input or hit keys by mistake. */
export function ShortcutSwitch() {
  const t = useTranslate()
  const on = useSyncExternalStore(subscribeToShortcutSetting, areShortcutsOn, () => true)
  return (
    <Switch
      label={t(phrases.app.shortcuts)}
      help={t(phrases.app.shortcutsHelp)}
      checked={on}
      onChange={setShortcutsOn}
    />
  )
}
