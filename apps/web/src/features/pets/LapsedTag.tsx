import type { PetId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'

/** The pet among those tagged that the server says one does not look after. */
export const lapsedTag = (error: Error, tagged: readonly PetId[]): PetId | undefined =>
  error instanceof CallError ? tagged.find((_, at) => error.field(`pets.${at}`) !== undefined) : undefined

type LapsedTagProps = {
  /** What did not happen. */
  title: string
  /** The pet's, where it is known still. */
  name: string | undefined
  onRemove: () => void
}

/** Says that a pet cannot be tagged that one looked after when it was chosen, and takes the tag off. */
export function LapsedTag({ title, name, onRemove }: LapsedTagProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const remove = () => {
    onRemove()
    void queries.invalidateQueries({ queryKey: ['user-pets'] })
  }
  const action = (
    <Button kind="ghost" small onClick={remove}>
      {t(phrases.pets.removeTag)}
    </Button>
  )
  return (
    <ErrorBox title={title} action={action}>
      {name === undefined ? t(phrases.pets.lapsedTagUnnamed) : t(phrases.pets.lapsedTag, { name })}
    </ErrorBox>
  )
}
