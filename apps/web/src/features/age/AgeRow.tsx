import cake from '@phosphor-icons/core/regular/cake.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { ageBandQuery } from './age-cache.ts'

const AgeDialog = lazyDialog(async () => (await import('./AgeDialog.tsx')).AgeDialog)

/** The viewer's age band in settings, with a button that changes it. */
export function AgeRow() {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const { data: age } = useQuery(ageBandQuery())
  const startButton = (
    <Button kind="ghost" small aria-label={t(phrases.age.changeAge)} disabled={!age} onClick={() => setOpen(true)}>
      {t(phrases.credentials.changeButton)}
    </Button>
  )
  const bands = { '18-or-older': phrases.age.adultOption, '13-to-17': phrases.age.minorOption } as const
  return (
    <>
      <IconRow icon={cake} title={t(phrases.age.rowTitle)} action={startButton}>
        {age && t(age.band ? bands[age.band] : phrases.age.ageUnknown)}
      </IconRow>
      <AgeDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
