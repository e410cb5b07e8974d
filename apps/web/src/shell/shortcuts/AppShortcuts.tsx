import { shortcutDescriptions } from '#i18n/en/by-value/app/shortcut-descriptions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'

/** Help dialog for the keyboard shortcuts of every page. */
export function AppShortcuts(props: { open: boolean; onClose: () => void }) {
  const t = useTranslate()
  return <ShortcutsHelp title={t(phrases.app.shortcuts)} keys={shortcutDescriptions} {...props} />
}
