import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import { Logo } from '#ui/Logo.tsx'
import { AuthArt, type AuthScene } from './AuthArt.tsx'
import styles from './AuthPage.module.css'

type AuthPageProps = {
  scene: AuthScene
  /** Link at the top right, for example to the log-in. */
  aside: ReactNode
  children: ReactNode
}

/**
 * Layout of sign-up and log-in: illustration beside the form. Static HTML without React in the browser.
 */
export function AuthPage({ scene, aside, children }: AuthPageProps) {
  const t = useTranslate()
  return (
    <div className={styles.page}>
      <div className={styles.art} data-slot="art" aria-hidden="true">
        <AuthArt scene={scene} inline />
      </div>
      <main className={styles.main}>
        <div className={styles.top}>
          <a className={styles.brand} href="/">
            <Logo size={30} />
            <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
          </a>
          <span className={classNames(styles.aside, 'from-900')} data-slot="aside">
            {aside}
          </span>
        </div>
        <div className={styles.form}>{children}</div>
      </main>
    </div>
  )
}

/** Title and lead of a step. The script replaces both when the state changes. */
export function AuthHeading({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="muted">{lead}</p>
    </>
  )
}

/** Content for a state of the form. The script moves each child into the slot that its `data-for` names. */
export function StateTemplate({ state, children }: { state: string; children: ReactNode }) {
  return <template data-state={state}>{children}</template>
}
