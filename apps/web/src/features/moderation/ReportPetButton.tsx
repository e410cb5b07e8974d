import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const ReportDialog = lazyDialog(async () => (await import('./ReportDialog.tsx')).ReportDialog)

export function ReportPetButton({ pet: { id, name } }: { pet: Pick<Pet, 'id' | 'name'> }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const onVisitor = useVisitorGate()
  return (
    <>
      <IconButton
        label={t(phrases.moderation.reportWithName, { name })}
        icon={flag}
        onClick={onVisitor ?? (() => setOpen(true))}
      />
      <ReportDialog subject={{ type: 'pet', id }} name={name} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
