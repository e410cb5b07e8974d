import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/call.ts'
import { EmptyFrameScene } from '#ui/art/EmptyFrameScene.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Brand } from './Brand.tsx'
import styles from './ErrorPage.module.css'
import { PageError } from './navigation/page-answers.ts'
import { useReload } from './navigation/PageRouter.tsx'
import { paths } from './paths.ts'
import { useViewer } from './viewer.ts'

/** Nothing is at this address, or the viewer may not see it: the answer does not tell which. */
const isMissing = (error: unknown) =>
  (error instanceof PageError && error.status === 404) || (error instanceof CallError && error.code === 'not-found')

/** What stands in the place of a page that is not there or came loose. */
export function ErrorPage({ error }: { error: unknown }) {
  return isMissing(error) ? (
    <NotFound />
  ) : (
    <Broken requestId={error instanceof CallError ? error.problem?.requestId : undefined} />
  )
}

/** What stands there when not even the viewer is known. Plain HTML: React does not run here. */
export function BrokenPage({ url, requestId }: { url: URL; requestId: string }) {
  const t = useTranslate()
  const note = t('app.brokenNumber', { number: requestId })
  return (
    <Lone plate={t('app.yours')} title={t('app.broken')} lead={t('app.brokenLead')} note={note} alert>
      <a className={buttonClass()} href={url.pathname + url.search}>
        {t('app.tryAgain')}
      </a>
    </Lone>
  )
}

function NotFound() {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <Lone plate="404" title={t('app.notFound')} lead={t('app.notFoundLead')} note={t('app.notFoundNote')}>
      <Link className={buttonClass()} to={viewer ? paths.feed : paths.landing} reloadDocument={!viewer}>
        {viewer ? t('app.goToFeed') : t('app.goHome')}
      </Link>
      {viewer && (
        <Link className={buttonClass({ kind: 'ghost' })} to={paths.search()}>
          {t('app.search')}
        </Link>
      )}
    </Lone>
  )
}

function Broken({ requestId }: { requestId: string | undefined }) {
  const t = useTranslate()
  const reload = useReload()
  const [asking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    await reload()
    setAsking(false)
  }
  return (
    <Lone
      plate={t('app.yours')}
      title={t('app.broken')}
      lead={t('app.brokenLead')}
      note={requestId ? t('app.brokenNumber', { number: requestId }) : ''}
      alert
    >
      <Button busy={asking} onClick={() => void retry()}>
        {t('app.tryAgain')}
      </Button>
      <Link className={buttonClass({ kind: 'ghost' })} to={paths.feed} reloadDocument>
        {t('app.goToFeed')}
      </Link>
    </Lone>
  )
}

type LoneProps = {
  plate: string
  title: string
  lead: string
  note: string
  alert?: boolean
  children: React.ReactNode
}

function Lone({ plate, title, lead, note, alert = false, children }: LoneProps) {
  const pageTitle = useTranslate()('app.pageTitle', { page: title })
  useEffect(() => {
    document.title = pageTitle
  }, [pageTitle])
  return (
    <div className={styles.lone}>
      <header className={styles.head}>
        <Brand to={paths.landing} />
      </header>
      <main className={styles.main} id="main">
        <div className={styles.art} aria-hidden="true">
          <EmptyFrameScene plate={plate} />
        </div>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p className={styles.lead} role={alert ? 'alert' : undefined}>
            {lead}
          </p>
          <div className={styles.actions}>{children}</div>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </main>
    </div>
  )
}
