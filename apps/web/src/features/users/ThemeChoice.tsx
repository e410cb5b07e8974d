import type { Theme } from '@pawtrait/contract/render.ts'
import { useState } from 'react'
import { themeLabels } from '#i18n/en/by-value/app/theme-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { useChosenTheme } from './chosen-theme.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Theme choice: light, dark or the device's theme. Stored in a cookie, so that the server renders the theme without a
 * flash of another theme.
 */
export function ThemeChoice() {
  const t = useTranslate()
  const shownTheme = useChosenTheme()
  const [chosenTheme, setChosenTheme] = useState<Theme | null>(null)
  const choose = (next: Theme) => {
    setChosenTheme(next)
    document.cookie = `theme=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  const options = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(themeLabels[value]),
  }))
  return (
    <RadioGroup
      legend={t(phrases.settings.themeLabel)}
      name="theme"
      options={options}
      value={chosenTheme ?? shownTheme}
      onChange={choose}
    />
  )
}
