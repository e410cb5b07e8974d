import { paths } from '@pawtrait/contract/paths.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { notFoundTexts } from '#i18n/en/by-value/app/not-found-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { CrookedFrameScene } from '#ui/art/CrookedFrameScene.tsx'
import { EmptyFrameScene } from '#ui/art/EmptyFrameScene.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/Link.tsx'
import { Brand } from './Brand.tsx'
import styles from './ErrorPage.module.css'
import { MainContent } from './MainContent.tsx'
import { useReloadPage } from './navigation/PageRouter.tsx'
import { isNotFound, PageError } from './navigation/page-errors.ts'
import { SupportContactLink } from './SupportContactLink.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageTitle } from './use-page-title.ts'

/** Error page for a missing or failed page. `framed`: shows "not found" inside the layout of signed-in users. */
export function ErrorPage({ error, framed = false }: { error: unknown; framed?: boolean }) {
  if (isNotFound(error)) return framed ? <FramedNotFound /> : <NotFound />
  return <InternalError code={findErrorCode(error)} />
}

/** Error code for support: the request id in the server log, or the file and line in the build after a render error. */
function findErrorCode(error: unknown): string | undefined {
  if (error instanceof PageError) return error.requestId
  if (error instanceof CallError) return error.problem?.requestId
  if (!(error instanceof Error)) return undefined
  const [, position] = /([^/\s]+:\d+:\d+)/.exec(error.stack ?? '') ?? []
  return position ?? error.name
}

/**
 * Server-rendered error page for a request that failed before its user was identified. It loads no script.
 * `isBusy`: the server is overloaded and refuses requests to every page.
 */
export function ServerErrorPage({ url, requestId, isBusy }: { url: URL; requestId: string; isBusy: boolean }) {
  const t = useTranslate()
  const texts = isBusy
    ? { title: t(phrases.app.serverBusyTitle), lead: t(phrases.app.serverBusyText) }
    : { title: t(phrases.app.internalErrorTitle), lead: t(phrases.app.internalErrorTextWithCode, { requestId }) }
  return (
    <StandalonePage {...texts} broken>
      <a className={buttonClass()} href={isBusy ? '' : url.pathname + url.search}>
        {t(phrases.app.tryAgain)}
      </a>
      <a className={buttonClass({ kind: 'ghost' })} href={paths.feed}>
        {t(phrases.app.goToFeed)}
      </a>
    </StandalonePage>
  )
}

/** Returns the kind of the missing page from its URL alone, so that a hidden page looks like a missing one. */
function useMissingKind(): 'post' | 'user' | 'pet' | 'story' | 'page' {
  const [kind = ''] = useLocation().pathname.split('/').slice(1)
  if (/^(@|%40)/.test(kind)) return 'user'
  return ({ posts: 'post', pets: 'pet', stories: 'story' } as const)[kind] ?? 'page'
}

function NotFound() {
  const t = useTranslate()
  const missingKind = useMissingKind()
  return (
    <StandalonePage
      title={t(phrases.app.notFound)}
      lead={t(notFoundTexts[missingKind])}
      note={missingKind === 'post' ? t(phrases.app.notFoundHelp) : ''}
    >
      <Link className={buttonClass()} to={paths.landing} reloadDocument>
        {t(phrases.app.goHome)}
      </Link>
    </StandalonePage>
  )
}

/** "Not found" page for signed-in users, inside the layout with navigation. */
function FramedNotFound() {
  const t = useTranslate()
  const missingKind = useMissingKind()
  const title = t(phrases.app.notFound)
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} back />
      <MainContent>
        <div className={styles.inside}>
          <div className={styles.art} aria-hidden="true">
            <EmptyFrameScene plate="404" />
          </div>
          <div className={styles.words}>
            <p className={styles.lead}>{t(notFoundTexts[missingKind])}</p>
            <div className={styles.actions}>
              <Link className={buttonClass()} to={paths.feed}>
                {t(phrases.app.goToFeed)}
              </Link>
              <Link className={buttonClass({ kind: 'ghost' })} to={paths.search()}>
                {t(phrases.app.search)}
              </Link>
            </div>
          </div>
        </div>
      </MainContent>
    </>
  )
}

function InternalError({ code }: { code: string | undefined }) {
  const t = useTranslate()
  const reload = useReloadPage()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await reload()
    setRetrying(false)
  }
  return (
    <StandalonePage
      title={t(phrases.app.internalErrorTitle)}
      lead={code ? t(phrases.app.internalErrorTextWithCode, { requestId: code }) : t(phrases.app.internalErrorText)}
      broken
    >
      <Button busy={isRetrying} onClick={() => void retry()}>
        {t(phrases.app.tryAgain)}
      </Button>
      <Link className={buttonClass({ kind: 'ghost' })} to={paths.feed} reloadDocument>
        {t(phrases.app.goToFeed)}
      </Link>
    </StandalonePage>
  )
}

type StandalonePageProps = {
  title: string
  lead: string
  note?: string
  /** True for an internal error, false for a missing page. */
  broken?: boolean
  children: React.ReactNode
}

function StandalonePage({ title, lead, note = '', broken = false, children }: StandalonePageProps) {
  usePageTitle(title)
  return (
    <div className={classNames(styles.lone, broken && styles.broken)}>
      <header className={styles.head}>
        <Brand to={paths.landing} />
      </header>
      <main className={styles.main} id="main">
        <div className={styles.art} aria-hidden="true">
          {broken ? <CrookedFrameScene plate="Asali" /> : <EmptyFrameScene plate="404" />}
        </div>
        <div className={styles.words}>
          <h1>{title}</h1>
          <p className={styles.lead} role={broken ? 'alert' : undefined}>
            {lead}
          </p>
          <div className={styles.actions}>{children}</div>
          {note && <p className={styles.note}>{note}</p>}
          {broken && <SupportContactLink className={styles.note} />}
        </div>
      </main>
    </div>
  )
}
