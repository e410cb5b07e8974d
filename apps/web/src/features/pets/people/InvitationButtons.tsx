import { paths } from '@pawtrait/contract/paths.ts'
import {
  acceptInvitation,
  acceptInviteLink,
  declineInvitation,
  type Invitation,
} from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cachePet } from '#features/pets/pet-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, call } from '#lib/server/call.ts'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { invitationQuery } from './pet-people-cache.ts'

/**
 * Buttons for an invitation. `token` is the secret of an invitation link; null for an invitation by name. The user
 * cannot decline a link.
 */
export function InvitationButtons({ invitation, token }: { invitation: Invitation; token: string | null }) {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const [yes, no] = [useAccept(invitation, token), useDecline(invitation)]
  const { pet, role } = invitation
  const accept = () =>
    yes.mutate(undefined, {
      onSuccess: () => {
        toast({
          text: t(role === 'owner' ? phrases.people.acceptedOwnerToast : phrases.people.acceptedToast, {
            pet: pet.name,
          }),
        })
        void visit(paths.pet(pet.slug), { replace: true })
      },
    })
  const decline = () => no.mutate(undefined, { onSuccess: () => toast({ text: t(phrases.people.invitationDeclined) }) })
  const error = yes.error ?? no.error
  return (
    <>
      <Button busy={yes.isPending} onClick={accept}>
        {t(yes.isPending ? phrases.people.acceptingLabel : phrases.people.accept)}
      </Button>
      {token === null && (
        <Button kind="ghost" busy={no.isPending} onClick={decline}>
          {t(phrases.people.decline)}
        </Button>
      )}
      {error && <AnswerError error={error} invitation={invitation} />}
    </>
  )
}

function AnswerError({ error, invitation: { pet, by } }: { error: Error; invitation: Invitation }) {
  const t = useTranslate()
  const code = error instanceof CallError ? error.code : null
  if (code === 'conflict') return <ErrorBox title={t(phrases.people.alreadyCarerNote, { pet: pet.name })} />
  if (code === 'gone' || code === 'link-expired')
    return (
      <ErrorBox title={t(phrases.people.invitationEnded)}>
        {t(phrases.people.invitationEndedText, { name: by.username })}
      </ErrorBox>
    )
  return <CallErrorMessage title={t(phrases.people.answerFailed)} error={error} />
}

/** Mutation that accepts an invitation by name, or with the secret of a one-time link. */
function useAccept({ id }: Invitation, token: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['invite-yes', id],
    mutationFn: (): Promise<Pet> =>
      token === null ? call(acceptInvitation, { params: { id } }) : call(acceptInviteLink, { body: { token } }),
    onSuccess: (pet) => cachePet(queries, pet),
  })
}

function useDecline({ id }: Invitation) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['invite-no', id],
    mutationFn: () => call(declineInvitation, { params: { id } }),
    onSuccess: () => queries.invalidateQueries(invitationQuery(id)),
  })
}
