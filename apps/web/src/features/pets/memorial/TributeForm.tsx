import { MAX_TRIBUTE_LENGTH } from '@pawtrait/contract/pets/pet-memorial.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { useState } from 'react'
import styles from '#features/pets/birthdays/PetMemories.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { Button } from '#ui/Button.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { useSendTribute } from './use-memorial-mutations.ts'

/** Returns a function that sends a tribute. For a visitor it opens the log-in page. */
function useSubmitTribute(pet: Pet) {
  const t = useTranslate()
  const toast = useToast()
  const onVisitor = useVisitorGate()
  const { mutate, isPending, error } = useSendTribute(pet.id)
  const send = (text: string, onDone: () => void) => {
    if (onVisitor) return onVisitor()
    const onSuccess = () => {
      onDone()
      toast({ text: t(phrases.memories.memorySentToast) })
    }
    mutate(text, { onSuccess })
  }
  return { send, isPending, error, wrong: error instanceof CallError ? error.field('text') : undefined }
}

/** Form for a tribute, which other users can see once an owner approves it. */
export function TributeForm({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const { send, isPending, error, wrong } = useSubmitTribute(pet)
  const used = countGraphemes(text)
  const remaining = t(phrases.memories.charactersLeft, { count: Math.max(0, MAX_TRIBUTE_LENGTH - used) })
  return (
    <ServerValidatedForm className={styles.form} busy={isPending} onSend={() => send(text, () => setText(''))}>
      <TextArea
        id="leave-memory"
        label={t(phrases.memories.memoryLabel)}
        help={
          hasPermission(pet.myRole, 'decide-tribute') ? undefined : t(phrases.memories.approvalHelp, { name: pet.name })
        }
        counter={{ used, max: MAX_TRIBUTE_LENGTH, label: remaining }}
        error={wrong}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {!wrong && <CallErrorMessage title={t(phrases.memories.sendFailed)} error={error} />}
      <Button type="submit" busy={isPending}>
        {t(isPending ? phrases.memories.sendingMemory : phrases.memories.leaveMemory)}
      </Button>
    </ServerValidatedForm>
  )
}
