import type { Collection } from '@pawtrait/contract/saves.ts'
import { type FormEvent, useId, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { useCreateOrRenameCollection } from './use-collections.ts'

type CollectionNameDialogProps = {
  open: boolean
  onClose: () => void
  collection: Collection | null
  onNamed: (collection: Collection) => void
}

export function CollectionNameDialog({ open, onClose, collection, onNamed }: CollectionNameDialogProps) {
  const t = useTranslate()
  const form = useId()
  const naming = useCreateOrRenameCollection(collection?.id ?? null)
  const actions = (
    <>
      <Button type="submit" form={form} busy={naming.isPending}>
        {t(collection ? phrases.saves.renameButton : phrases.saves.createCollection)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  const send = (name: string) =>
    naming.mutate(name, {
      onSuccess: (named) => {
        onNamed(named)
        onClose()
      },
    })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(collection ? phrases.saves.renameTitle : phrases.saves.newCollection)}
      closeLabel={t(phrases.ui.close)}
      actions={actions}
    >
      <NameForm id={form} start={collection?.name ?? ''} error={naming.error} onSend={send} />
    </Dialog>
  )
}

type NameFormProps = { id: string; start: string; error: Error | null; onSend: (name: string) => void }

function NameForm({ id, start, error, onSend }: NameFormProps) {
  const t = useTranslate()
  const [name, setName] = useState(start)
  const wrong = error instanceof CallError ? error.field('name') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(name)
  }
  return (
    <form id={id} onSubmit={submit}>
      <Field
        label={t(phrases.saves.nameLabel)}
        help={t(phrases.saves.nameHelp)}
        value={name}
        error={wrong}
        maxLength={240}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
      {!wrong && <CallErrorMessage title={t(phrases.saves.nameSaveFailed)} error={error} />}
    </form>
  )
}
