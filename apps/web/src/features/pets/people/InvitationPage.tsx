import type { InviteId } from '@pawtrait/contract/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { InvitationButtons } from './InvitationButtons.tsx'
import { InvitationView } from './InvitationView.tsx'
import { invitationQuery } from './pet-people-cache.ts'

// The cast skips validation of the id, because the server answers 404 to a malformed id.
const parseInviteId = (param: string | undefined) => (param ?? '') as InviteId

export const loader = userPageLoader(async ({ t, queries, call }, { params }) => {
  await queries.fetchQuery(invitationQuery(parseInviteId(params.invite), call))
  return { head: createPageHead(t, t(phrases.people.invitationTitle)) }
})

/** The page at `/invitations/{id}`, for the invited user. */
export function InvitationPage() {
  const t = useTranslate()
  const { invite } = useParams()
  const { data: invitation } = useQuery(invitationQuery(parseInviteId(invite)))
  if (!invitation) return null
  return (
    <>
      <TopBar title={t(phrases.people.invitationTitle)} back titled />
      <MainContent>
        <InvitationView invitation={invitation}>
          <InvitationButtons invitation={invitation} token={null} />
        </InvitationView>
      </MainContent>
    </>
  )
}
