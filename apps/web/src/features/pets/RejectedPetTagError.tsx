import type { PetId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'

/** Returns the tagged pet that the server rejected, because the viewer no longer cares for it. */
export const findRejectedPetTag = (error: Error, tagged: readonly PetId[]): PetId | undefined =>
  error instanceof CallError ? tagged.find((_, at) => error.field(`pets.${at}`) !== undefined) : undefined

type RejectedPetTagErrorProps = {
  /** Title of the error box, which names the action that failed. */
  title: string
  name: string | undefined
  onRemove: () => void
}

/** Error box for a tagged pet that the viewer no longer cares for, with a button that removes the tag. */
export function RejectedPetTagError({ title, name, onRemove }: RejectedPetTagErrorProps) {
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
      {name === undefined ? t(phrases.pets.tagNotAllowedUnnamed) : t(phrases.pets.tagNotAllowed, { name })}
    </ErrorBox>
  )
}
