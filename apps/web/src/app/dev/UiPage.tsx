import { useState } from 'react'
import { ToastProvider } from '#ui/overlays/Toast.tsx'
import { UiActions } from './UiActions.tsx'
import { UiFields } from './UiFields.tsx'
import { UiNotices } from './UiNotices.tsx'
import { UiOverlays } from './UiOverlays.tsx'
import styles from './UiPage.module.css'
import { UiPictures } from './UiPictures.tsx'

/** Page at `/dev/ui`, served in local mode only. Shows all UI components in all states. */
export function UiPage() {
  const [theme, setTheme] = useState<'light' | 'dark' | null>(null)
  const choose = (next: 'light' | 'dark' | null) => {
    setTheme(next)
    if (next) document.documentElement.dataset.theme = next
    else delete document.documentElement.dataset.theme
  }
  return (
    <ToastProvider>
      <main className={styles.page}>
        <header className={styles.row}>
          <h1>Components and states</h1>
          {([null, 'light', 'dark'] as const).map((name) => (
            <button
              key={name}
              type="button"
              className={styles.theme}
              aria-pressed={theme === name}
              onClick={() => choose(name)}
            >
              {name ?? 'system'}
            </button>
          ))}
        </header>
        <UiPictures />
        <UiActions />
        <UiFields />
        <UiNotices />
        <UiOverlays />
      </main>
    </ToastProvider>
  )
}
