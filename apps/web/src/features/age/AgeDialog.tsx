import { setAgeBand } from '@pawtrait/contract/age.ts'
import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { privacyQuery } from '#features/profiles/use-privacy.ts'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { SaveCancelButtons } from '#features/sign-in/credentials/SudoForm.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { SupportContactLink } from '#shell/SupportContactLink.tsx'
import { viewerQuery } from '#shell/viewer.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './AgeDialog.module.css'
import { ageBandQuery } from './age-cache.ts'
import { CloseUnder13Form } from './CloseUnder13Form.tsx'

type Choice = StoredAgeBand | 'under-13'

type AgeDialogProps = { open: boolean; onClose: () => void }

/** Dialog that changes the viewer's age band. "Under 13" leads to the form that closes the account. */
export function AgeDialog({ open, onClose }: AgeDialogProps) {
  const t = useTranslate()
  const [isUnder13, setUnder13] = useState(false)
  const close = () => {
    setUnder13(false)
    onClose()
  }
  const title = t(isUnder13 ? phrases.age.closeTitle : phrases.age.ageQuestion)
  return (
    <Dialog open={open} onClose={close} title={title} closeLabel={t(phrases.ui.close)}>
      {isUnder13 ? (
        <CloseUnder13Form onCancel={close} />
      ) : (
        <AgeForm onUnder13={() => setUnder13(true)} onClose={close} />
      )}
    </Dialog>
  )
}

function useTellAge(onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['tell-age'],
    mutationFn: (band: StoredAgeBand) => call(setAgeBand, { body: { band } }),
    onSuccess: ({ band }) => {
      toast({ text: t(band === '13-to-17' ? phrases.age.accountIsPrivate : phrases.age.savedNotice) })
      // The age band also affects the viewer's privacy settings and guardian status, so refetch them too.
      for (const { queryKey } of [ageBandQuery(), viewerQuery(), privacyQuery()])
        void queries.invalidateQueries({ queryKey })
      onDone()
    },
  })
}

function AgeForm({ onUnder13, onClose }: { onUnder13: () => void; onClose: () => void }) {
  const t = useTranslate()
  const savedBand = useQuery(ageBandQuery()).data?.band ?? null
  const [band, setBand] = useState<Choice | null>(savedBand)
  const tell = useTellAge(onClose)
  const save = () => {
    if (band === 'under-13') onUnder13()
    else if (band && band !== savedBand) tell.mutate(band)
    else onClose()
  }
  return (
    <ServerValidatedForm busy={tell.isPending} onSend={save} className={formStyles.form}>
      <p className="muted">{t(phrases.age.intro)}</p>
      <Bands savedBand={savedBand} value={band} onChange={setBand} />
      {savedBand === '13-to-17' && (
        <div className="muted">
          <p>{t(phrases.age.turned18Help)}</p>
          <SupportContactLink />
        </div>
      )}
      <CallErrorMessage title={t(phrases.age.saveFailed)} error={tell.error} />
      <SaveCancelButtons save={t(phrases.credentials.save)} busy={tell.isPending} onCancel={onClose} />
    </ServerValidatedForm>
  )
}

type BandsProps = { savedBand: StoredAgeBand | null; value: Choice | null; onChange: (band: Choice) => void }

/**
 * Options for the age band. A user of 13 to 17 cannot choose "18 or older", because only the operator can make that
 * change.
 */
function Bands({ savedBand, value, onChange }: BandsProps) {
  const t = useTranslate()
  const option = (band: Choice, label: string, note?: string) => ({
    value: band,
    label: (
      <span>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    ),
  })
  const options = [
    ...(savedBand === '13-to-17' ? [] : [option('18-or-older', t(phrases.age.adultOption))]),
    option('13-to-17', t(phrases.age.minorOption), t(phrases.age.privateAccountNote)),
    option('under-13', t(phrases.age.childOption), t(phrases.age.childNote)),
  ]
  return (
    <RadioGroup
      rows
      legend={t(phrases.age.ageQuestion)}
      name="age-band"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}
