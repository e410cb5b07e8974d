import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { AuthArt } from './AuthArt.tsx'
import { AuthHeading, StateTemplate } from './AuthPage.tsx'
import { SuspendedStateTemplates } from './SuspendedStateTemplates.tsx'

/** Templates for every outcome of a log-in except success. */
export function LogInStateTemplates({ mail }: { mail: boolean }) {
  const t = useTranslate()
  return (
    <>
      <StateTemplate state="wrong">
        <div data-for="head">
          <AuthHeading title={t(phrases.users.wrongSecretTitle)} lead={t(phrases.users.wrongSecretText)} />
        </div>
        <div data-for="art">
          <AuthArt scene="log-in" />
        </div>
        <div data-for="error">
          <div role="alert" id="log-in-error">
            <FieldError>{t(phrases.users.wrongSecret)}</FieldError>
          </div>
        </div>
      </StateTemplate>
      <StateTemplate state="failed">
        <div data-for="head">
          <AuthHeading title={t(phrases.users.logInFailedTitle)} lead={t(phrases.users.logInFailedText)} />
        </div>
        <div data-for="art">
          <AuthArt scene="failed" />
        </div>
        <div data-for="error">
          <ErrorBox title={t(phrases.users.logInFailed)}>
            <span data-text="reason">{t(phrases.users.noAnswerText)}</span> <span className="id" data-text="number" />
          </ErrorBox>
        </div>
      </StateTemplate>
      <PausedState />
      <SuspendedStateTemplates />
      {mail && <CodeStates />}
    </>
  )
}

function PausedState() {
  const t = useTranslate()
  return (
    <StateTemplate state="slowly">
      <div data-for="head">
        <AuthHeading title={t(phrases.users.logInPausedTitle)} lead={t(phrases.users.logInPausedText)} />
      </div>
      <div data-for="art">
        <AuthArt scene="slowly" />
      </div>
      <div data-for="error">
        <ErrorBox title={t(phrases.users.logInFailed)}>
          <span data-text="minutes" /> {t(phrases.users.knownDeviceNote)}
        </ErrorBox>
      </div>
      <div data-for="foot">
        {t(phrases.users.someoneElseNote)}{' '}
        <a className="link" href="/safety">
          {t(phrases.users.pausedLogInAdviceTitle)}
        </a>
      </div>
    </StateTemplate>
  )
}

function CodeStates() {
  const t = useTranslate()
  const headings = {
    code: { title: t(phrases.users.codeTitle), lead: t(phrases.users.codeText) },
    asked: { title: t(phrases.users.codeTitle), lead: t(phrases.users.codeRequestedText) },
    newest: { title: t(phrases.users.codeTitle), lead: t(phrases.users.newestCodeText) },
    expired: { title: t(phrases.users.codeExpiredTitle), lead: t(phrases.users.codeExpiredText) },
    spent: { title: t(phrases.users.codeExhaustedTitle), lead: t(phrases.users.codeExhaustedText) },
    replaced: { title: t(phrases.users.codeReplacedTitle), lead: t(phrases.users.codeReplacedText) },
  }
  return Object.entries(headings).map(([state, head]) => (
    <StateTemplate key={state} state={state}>
      <div data-for="head">
        <AuthHeading {...head} />
      </div>
      <div data-for="art">
        <AuthArt scene="code" />
      </div>
      <div data-for="aside">
        <a className="link" href="/login">
          {t(phrases.users.switchAccount)}
        </a>
      </div>
    </StateTemplate>
  ))
}
