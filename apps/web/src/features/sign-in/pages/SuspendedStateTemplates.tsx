import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { AuthHeading, StateTemplate } from './AuthPage.tsx'

/** Templates for a suspended or banned user who typed the correct secret. The script fills in decision and end date. */
export function SuspendedStateTemplates() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <SuspendedState
        state="suspended"
        title={t(phrases.users.suspendedTitle)}
        sentence={t(phrases.users.suspendedNote)}
      >
        {t(phrases.users.suspensionEndLabel)} <span lang={locale} data-until="" />.{' '}
      </SuspendedState>
      <SuspendedState state="banned" title={t(phrases.users.bannedTitle)} sentence={t(phrases.users.bannedNote)}>
        {t(phrases.users.bannedByModerator)}{' '}
      </SuspendedState>
    </>
  )
}

type SuspendedStateProps = { state: 'suspended' | 'banned'; title: string; sentence: string; children: ReactNode }

function SuspendedState({ state, title, sentence, children }: SuspendedStateProps) {
  const t = useTranslate()
  return (
    <StateTemplate state={state}>
      <div data-for="head">
        <AuthHeading title={title} lead={t(phrases.users.suspendedText)} />
      </div>
      <div data-for="error">
        <ErrorBox title={sentence}>
          {children}
          <a className="link" href="/decisions/" data-decision="">
            {t(phrases.users.seeReasons)}
          </a>
        </ErrorBox>
      </div>
    </StateTemplate>
  )
}
