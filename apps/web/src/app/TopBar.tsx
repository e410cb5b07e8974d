import back from '@phosphor-icons/core/bold/caret-left-bold.svg?path'
import leave from '@phosphor-icons/core/regular/sign-out.svg?path'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { LogOutButton } from '#features/users/LogOutButton.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Brand } from './Brand.tsx'
import { paths } from './paths.ts'
import styles from './TopBar.module.css'
import { useViewer } from './viewer.ts'

type TopBarProps = {
  /** The page's h1. */
  title: string
  /** A page one level down: a caret before the title leads back. */
  back?: boolean
  /** The title shows on a phone too, instead of the brand. */
  titled?: boolean
  children?: ReactNode
}

/** Title, what the page adds, and Log Out for whoever is logged in. */
export function TopBar({ title, back: isBelow = false, titled = isBelow, children }: TopBarProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const navigate = useNavigate()
  if (!viewer) return <h1 className="vh">{title}</h1>
  return (
    <header className={styles.top} data-titled={titled || undefined}>
      {isBelow ? (
        <IconButton
          label={t('app.back')}
          icon={back}
          onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate(paths.feed))}
        />
      ) : (
        <Brand to={paths.feed} />
      )}
      <h1>{title}</h1>
      <span className={styles.gap} />
      {children}
      <LogOutButton icon={leave} />
    </header>
  )
}

/** What visitors see at the top of public pages. */
export function VisitorBar() {
  const t = useTranslate()
  return (
    <header className={styles.visitor}>
      <Brand to={paths.landing} />
      <span className={styles.gap} />
      <Link className={styles.link} to={paths.logIn()} reloadDocument>
        {t('app.logIn')}
      </Link>
      <Link className={styles.join} to={paths.signUp} reloadDocument>
        {t('app.signUp')}
      </Link>
    </header>
  )
}
