import { longestTribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import { mayDo } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import { useState } from 'react'
import styles from '#features/pets/birthdays/PetMemories.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { Button } from '#ui/Button.tsx'
import { SendForm } from '#ui/forms/SendForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallFailed } from '#ui/states/CallFailed.tsx'
import { useLeaveTribute } from './use-memorial.ts'

/** Submits a tribute. A visitor logs in first. */
function useSubmitTribute(pet: Pet) {
  const t = useTranslate()
  const toast = useToast()
  const onVisitor = useVisitorGate()
  const { mutate, isPending, error } = useLeaveTribute(pet.id)
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

/** Form for a tribute. The pet's owners approve it before others see it. */
export function TributeForm({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const { send, isPending, error, wrong } = useSubmitTribute(pet)
  const used = graphemeCount(text)
  const remaining = t(phrases.memories.charactersLeft, { count: Math.max(0, longestTribute - used) })
  return (
    <SendForm className={styles.form} busy={isPending} onSend={() => send(text, () => setText(''))}>
      <TextArea
        id="leave-memory"
        label={t(phrases.memories.memoryLabel)}
        help={mayDo(pet.myRole, 'decide-tribute') ? undefined : t(phrases.memories.approvalHelp, { name: pet.name })}
        counter={{ used, max: longestTribute, label: remaining }}
        error={wrong}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {!wrong && <CallFailed title={t(phrases.memories.sendFailed)} error={error} />}
      <Button type="submit" busy={isPending}>
        {t(isPending ? phrases.memories.sendingMemory : phrases.memories.leaveMemory)}
      </Button>
    </SendForm>
  )
}
