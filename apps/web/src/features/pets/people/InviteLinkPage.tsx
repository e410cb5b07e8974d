import { paths } from '@pawtrait/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import { InvitationButtons } from './InvitationButtons.tsx'
import { InvitationView } from './InvitationView.tsx'
import { inviteLinkQuery } from './pet-people-cache.ts'

export const loader = pageLoader(({ t }) => ({ head: createPageHead(t, t(phrases.people.invitationTitle)) }))

function onHashChange(changed: () => void) {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** Returns the fragment of the URL. Returns null on the server, because browsers do not send the fragment. */
const useHash = () =>
  useSyncExternalStore(
    onHashChange,
    () => window.location.hash,
    () => null,
  )

/** The page at `/invitations/link#{secret}`, for everybody who has the link. */
export function InviteLinkPage() {
  const t = useTranslate()
  const hash = useHash()
  return (
    <>
      <TopBar title={t(phrases.people.invitationTitle)} back titled />
      <MainContent>{hash === '' ? <LinkExpired /> : <LinkInvitation hash={hash} />}</MainContent>
    </>
  )
}

function LinkInvitation({ hash }: { hash: string | null }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const viewer = useViewer()
  const token = hash === null ? null : hash.slice(1)
  const link = useQuery(inviteLinkQuery(token))
  if (link.error instanceof CallError && ['link-expired', 'validation-failed'].includes(link.error.code))
    return <LinkExpired />
  if (link.error)
    return (
      <LoadErrorMessage title={t(phrases.people.answerFailed)} query={link}>
        {formatProblem(link.error)}
      </LoadErrorMessage>
    )
  if (!link.data || token === null)
    return (
      <LabelledSkeleton label={t(phrases.ui.loadingLabel)}>
        <Skeleton shape="block" />
      </LabelledSkeleton>
    )
  return (
    <InvitationView invitation={link.data}>
      {viewer ? <InvitationButtons invitation={link.data} token={token} /> : <LogInFirst hash={hash ?? ''} />}
    </InvitationView>
  )
}

/** Link to log in. It keeps the secret in the fragment, so that the log-in page can return to the invitation. */
function LogInFirst({ hash }: { hash: string }) {
  const t = useTranslate()
  const logIn = paths.logIn(paths.inviteLink)
  return (
    <>
      <a className={buttonClass()} href={logIn + hash}>
        {t(phrases.people.logInToAccept)}
      </a>
      <a className={buttonClass({ kind: 'ghost' })} href={logIn.replace(/^\/login/, paths.signUp) + hash}>
        {t(phrases.people.signUpToAccept)}
      </a>
    </>
  )
}

function LinkExpired() {
  const t = useTranslate()
  return (
    <EmptyState picture={<EmptyListArt of="link" />} title={t(phrases.people.linkExpired)}>
      {t(phrases.people.linkExpiredText)}
    </EmptyState>
  )
}
