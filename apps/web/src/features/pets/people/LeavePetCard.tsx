import { paths } from '@pawtrait/contract/paths.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './PetPeoplePage.module.css'
import { useLeavePet } from './use-people-mutations.ts'

/** Card with a button to stop caring for a pet. Renders nothing for the last owner, who must hand over first. */
export function LeavePetCard({ pet, isLastOwner }: { pet: Pet; isLastOwner: boolean }) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  if (isLastOwner) return null
  return (
    <section className={styles.card} aria-labelledby="leave">
      <h2 id="leave">{t(phrases.people.leavePet, { name: pet.name })}</h2>
      <p className={styles.hint}>{t(phrases.people.leaveNote, { name: pet.name })}</p>
      <Button kind="dangerGhost" small named onClick={() => setAsking(true)}>
        {t(phrases.people.leavePet, { name: pet.name })}
      </Button>
      <LeaveDialog pet={pet} open={isAsking} onClose={() => setAsking(false)} />
    </section>
  )
}

function LeaveDialog({ pet, open, onClose }: { pet: Pet; open: boolean; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const viewer = useViewer()
  const leaving = useLeavePet(pet)
  const { name } = pet
  const leave = () => {
    if (!viewer) return
    leaving.mutate(viewer.id, {
      onSuccess: () => {
        toast({ text: t(phrases.people.leftPet, { name }) })
        void visit(paths.pet(pet.slug), { replace: true })
      },
    })
  }
  const isLastOwner = leaving.error instanceof CallError && leaving.error.code === 'conflict'
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.people.leaveTitle, { name })}
      yes={t(phrases.people.leaveConfirm)}
      onYes={leave}
      busy={leaving.isPending}
      no={t(phrases.people.stayButton)}
    >
      <p className="muted">{t(phrases.people.leaveText, { pet: name })}</p>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={leaving.error}>
        {isLastOwner && t(phrases.people.lastOwnerNote)}
      </CallErrorMessage>
    </ConfirmDialog>
  )
}
