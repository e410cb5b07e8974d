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

/** Layout of sign-up and log-in, with an illustration beside the form. Static HTML without React in the browser. */
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

/** Title of a step and the sentence below it. The page's script replaces both when another step is shown. */
export function AuthHeading({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="muted">{lead}</p>
    </>
  )
}

/** Template of one form state, such as "wrong code". `data-for` of each child names the slot that displays it. */
export function StateTemplate({ state, children }: { state: string; children: ReactNode }) {
  return <template data-state={state}>{children}</template>
}
