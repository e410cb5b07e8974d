import { type AgeBand, tellAge } from '@pawtrait/contract/age.ts'
import leave from '@phosphor-icons/core/regular/sign-out.svg?path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import formStyles from '#features/users/credentials/SudoForm.module.css'
import { LogOutButton } from '#features/users/LogOutButton.tsx'
import { leaveEverywhere } from '#features/users/signed-out.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { viewerQuery } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { CallFailed } from '#ui/CallFailed.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { SendForm } from '#ui/SendForm.tsx'
import { useToast } from '#ui/Toast.tsx'
import styles from './AgeQuestion.module.css'

function useTellAge() {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['tell-age'],
    mutationFn: (band: AgeBand) => call(tellAge, { body: { band } }),
    onSuccess: async ({ guardianNeeded }, band) => {
      if (band === 'under-13') return leaveEverywhere()
      if (band === '13-to-17' && !guardianNeeded) toast({ text: t(phrases.age.privateNow) })
      // What the page already shows stays; only the question is over.
      queries.setQueryData(viewerQuery().queryKey, (viewer) => {
        if (!viewer) return viewer
        const { ageUntold: _answered, ...known } = viewer
        return guardianNeeded ? { ...known, guardianNeeded } : known
      })
    },
  })
}

/** One step of the dialog takes the place of another: the focus goes on in it. */
function useFocusOf(part: RefObject<HTMLElement | null>, selector: string) {
  useEffect(() => part.current?.querySelector<HTMLElement>(selector)?.focus(), [part, selector])
}

/** Asked once, over whatever page one is on: it cannot be passed by, but one can log out. */
export function AgeQuestion() {
  const t = useTranslate()
  const [band, setBand] = useState<AgeBand | null>(null)
  const [isClosing, setClosing] = useState(false)
  // A browser closes a dialog at the second Esc, whatever the page says: a new one stands there then.
  const [times, setTimes] = useState(0)
  const tell = useTellAge()
  const title = t(isClosing ? phrases.age.closeTitle : phrases.age.title)
  const back = () => {
    tell.reset()
    setClosing(false)
  }
  const goOn = () => {
    if (band === 'under-13') setClosing(true)
    else if (band) tell.mutate(band)
  }
  return (
    <Dialog key={times} open onClose={() => setTimes(times + 1)} shownOnce title={title}>
      {isClosing ? (
        <Erase busy={tell.isPending} error={tell.error} onErase={() => tell.mutate('under-13')} onBack={back} />
      ) : (
        <SendForm busy={tell.isPending} onSend={goOn} className={formStyles.form}>
          <p className="muted">{t(phrases.age.lead)}</p>
          <Bands value={band} onChange={setBand} />
          <CallFailed title={t(phrases.age.notSaved)} error={tell.error} />
          <Button type="submit" block busy={tell.isPending} disabled={band === null}>
            {t(phrases.age.goOn)}
          </Button>
          <LogOutButton icon={leave} />
        </SendForm>
      )}
    </Dialog>
  )
}

function Bands({ value, onChange }: { value: AgeBand | null; onChange: (band: AgeBand) => void }) {
  const t = useTranslate()
  const part = useRef<HTMLDivElement>(null)
  // Whoever comes back finds what they had chosen.
  useFocusOf(part, 'input:checked')
  const option = (band: AgeBand, label: string, note?: string) => ({
    value: band,
    label: (
      <span>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    ),
  })
  const options = [
    option('18-or-older', t(phrases.age.adult)),
    option('13-to-17', t(phrases.age.minor), t(phrases.age.minorNote)),
    option('under-13', t(phrases.age.child), t(phrases.age.childNote)),
  ]
  return (
    <div ref={part}>
      <RadioGroup
        rows
        legend={t(phrases.age.title)}
        name="age-band"
        options={options}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

type EraseProps = { busy: boolean; error: Error | null; onErase: () => void; onBack: () => void }

/** Said before it happens, for it cannot be taken back. */
function Erase({ busy, error, onErase, onBack }: EraseProps) {
  const t = useTranslate()
  const part = useRef<HTMLDivElement>(null)
  useFocusOf(part, '[data-focus]')
  return (
    <div ref={part} className={formStyles.form}>
      <p>{t(phrases.age.closeLead)}</p>
      <CallFailed title={t(phrases.age.notErased)} error={error} />
      <div className={formStyles.actions}>
        <Button kind="danger" busy={busy} onClick={onErase}>
          {t(phrases.age.close)}
        </Button>
        <Button kind="ghost" data-focus="" onClick={onBack}>
          {t(phrases.age.back)}
        </Button>
      </div>
    </div>
  )
}
