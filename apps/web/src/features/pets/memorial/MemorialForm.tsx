import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useState } from 'react'
import styles from '#features/pets/birthdays/PetMemories.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { useSetMemorial } from './use-memorial-mutations.ts'

/** Form for an owner to turn a pet's page into a memorial, or to revert the memorial. */
export function MemorialForm({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const toast = useToast()
  const [day, setDay] = useState(pet.diedOn ?? '')
  const setMemorial = useSetMemorial(pet)
  const { name } = pet
  const saveMemorial = (diedOn: string | null) =>
    setMemorial.mutate(diedOn, {
      onSuccess: () =>
        toast({
          text: t(diedOn === null ? phrases.memories.memorialEnded : phrases.memories.memorialMadeToast, { name }),
        }),
    })
  const wrong = setMemorial.error instanceof CallError ? setMemorial.error.field('diedOn') : undefined
  return (
    <section className={styles.goodbye} aria-labelledby="goodbye">
      <h2 id="goodbye">{t(phrases.memories.goodbyeTitle)}</h2>
      <p>{t(pet.diedOn ? phrases.memories.memorialText : phrases.memories.goodbyeText, { name })}</p>
      {pet.diedOn ? (
        <Button kind="ghost" small busy={setMemorial.isPending} onClick={() => saveMemorial(null)}>
          {t(phrases.memories.endMemorial)}
        </Button>
      ) : (
        <>
          <Field
            type="date"
            label={t(phrases.memories.dayOfDeathLabel, { name })}
            max={pet.today}
            value={day}
            onChange={({ target }) => setDay(target.value)}
            error={wrong}
          />
          <Button kind="ghost" small busy={setMemorial.isPending} onClick={() => saveMemorial(day)}>
            {t(setMemorial.isPending ? phrases.memories.makingMemorial : phrases.memories.makeMemorial)}
          </Button>
        </>
      )}
      {!wrong && <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={setMemorial.error} />}
    </section>
  )
}
