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
          <AuthHeading title={t(phrases.users.wrongTitle)} lead={t(phrases.users.wrongLead)} />
        </div>
        <div data-for="art">
          <AuthArt scene="log-in" />
        </div>
        <div data-for="error">
          <div role="alert" id="log-in-error">
            <FieldError>{t(phrases.users.wrong)}</FieldError>
          </div>
        </div>
      </StateTemplate>
      <StateTemplate state="failed">
        <div data-for="head">
          <AuthHeading title={t(phrases.users.failedTitle)} lead={t(phrases.users.failedLead)} />
        </div>
        <div data-for="art">
          <AuthArt scene="failed" />
        </div>
        <div data-for="error">
          <ErrorBox title={t(phrases.users.failed)}>
            {t(phrases.users.noAnswer)} <span className="id" data-text="number" />
          </ErrorBox>
        </div>
      </StateTemplate>
      <Slowly />
      <SuspendedStateTemplates />
      {mail && <CodeStates />}
    </>
  )
}

function Slowly() {
  const t = useTranslate()
  return (
    <StateTemplate state="slowly">
      <div data-for="head">
        <AuthHeading title={t(phrases.users.pausedTitle)} lead={t(phrases.users.pausedLead)} />
      </div>
      <div data-for="art">
        <AuthArt scene="slowly" />
      </div>
      <div data-for="error">
        <ErrorBox title={t(phrases.users.failed)}>
          <span data-text="minutes" /> {t(phrases.users.knownDevice)}
        </ErrorBox>
      </div>
      <div data-for="foot">
        {t(phrases.users.someoneElse)}{' '}
        <a className="link" href="/safety">
          {t(phrases.users.whatToDo)}
        </a>
      </div>
    </StateTemplate>
  )
}

function CodeStates() {
  const t = useTranslate()
  const heads = {
    code: { title: t(phrases.users.codeTitle), lead: t(phrases.users.codeLead) },
    asked: { title: t(phrases.users.codeTitle), lead: t(phrases.users.codeAskedLead) },
    newest: { title: t(phrases.users.codeTitle), lead: t(phrases.users.codeNewestLead) },
    expired: { title: t(phrases.users.codeExpiredTitle), lead: t(phrases.users.codeExpiredLead) },
    spent: { title: t(phrases.users.codeSpentTitle), lead: t(phrases.users.codeSpentLead) },
    replaced: { title: t(phrases.users.codeReplacedTitle), lead: t(phrases.users.codeReplacedLead) },
  }
  return Object.entries(heads).map(([state, head]) => (
    <StateTemplate key={state} state={state}>
      <div data-for="head">
        <AuthHeading {...head} />
      </div>
      <div data-for="art">
        <AuthArt scene="code" />
      </div>
      <div data-for="aside">
        <a className="link" href="/login">
          {t(phrases.users.otherAccount)}
        </a>
      </div>
    </StateTemplate>
  ))
}
