import type { DataImport, NewestImport } from '@pawtrait/contract/imports.ts'
import upload from '@phosphor-icons/core/regular/upload-simple.svg?path'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { importErrorTexts } from '#i18n/en/by-value/archives/import-error-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError, isUnreachableError } from '#lib/server/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { useArchiveUpload } from './archive-upload.ts'
import styles from './ImportSettingsRow.module.css'
import { newestImportQuery, useSendArchive } from './import-cache.ts'

// Loads the import result on demand, because few users have imported anything.
const ImportResult = lazyComponent(async () => (await import('./ImportResult.tsx')).ImportResult)

/** Settings row that imports the ZIP of an export into this account: file choice, upload and result. */
export function ImportSettingsRow() {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(newestImportQuery())} failed={t(phrases.imports.loadFailed)}>
      {(newest) => newest.mostMb > 0 && <NewestImportRow {...newest} />}
    </QueryContent>
  )
}

const isPending = (dataImport: DataImport | null) => dataImport?.state === 'waiting' || dataImport?.state === 'running'

/** Returns a function that uploads the chosen file, whether the file is too large, and the error of the upload. */
function useChosenFile(dataImport: DataImport | null, mostMb: number) {
  const [isTooLarge, setTooLarge] = useState(false)
  const [newestIdBefore, setNewestIdBefore] = useState<string>()
  const send = useSendArchive()
  const take = (file: File) => {
    const tooLarge = file.size > mostMb * 1024 * 1024
    setTooLarge(tooLarge)
    setNewestIdBefore(dataImport?.id)
    if (tooLarge) send.reset()
    else send.mutate(file)
  }
  // True if the response to the upload was lost, but the server has started the import.
  const hasStarted = isUnreachableError(send.error) && dataImport?.id !== newestIdBefore
  return { take, isTooLarge, error: hasStarted ? null : send.error }
}

function NewestImportRow({ import: dataImport, mostMb }: NewestImport) {
  const t = useTranslate()
  const archiveUpload = useArchiveUpload()
  const { take, isTooLarge, error } = useChosenFile(dataImport, mostMb)
  const isFree = !archiveUpload && !isPending(dataImport)
  return (
    <>
      <IconRow
        icon={upload}
        title={t(phrases.imports.rowTitle)}
        action={
          archiveUpload ? (
            <Button kind="ghost" small onClick={archiveUpload.cancel}>
              {t(phrases.imports.cancelButton)}
            </Button>
          ) : (
            isFree && <ChooseFile isFirst={dataImport === null} onFile={take} />
          )
        }
      >
        <ImportStatus dataImport={dataImport} sent={archiveUpload?.sent ?? null} />
      </IconRow>
      <div className={styles.after}>
        {isFree && isTooLarge && (
          <ErrorBox title={t(phrases.imports.importFailed)}>
            {t(phrases.imports.fileTooLarge, { most: mostMb })}
          </ErrorBox>
        )}
        {!isTooLarge && <ImportRefused error={error} mostMb={mostMb} />}
        {isFree && dataImport && <ImportResult dataImport={dataImport} />}
        {isFree && <p className="muted small">{t(phrases.imports.notImportedNote)}</p>}
      </div>
    </>
  )
}

function ChooseFile({ isFirst, onFile }: { isFirst: boolean; onFile: (file: File) => void }) {
  const t = useTranslate()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) onFile(file)
    target.value = ''
  }
  return (
    <label className={buttonClass({ kind: 'ghost', small: true })}>
      {t(isFirst ? phrases.imports.chooseZip : phrases.imports.importAnother)}
      <input type="file" accept=".zip,application/zip" className="vh" onChange={take} />
    </label>
  )
}

/** Text of the import's state. Has no percentage, because screen readers would announce every change of it. */
function ImportStatus({ dataImport, sent }: { dataImport: DataImport | null; sent: number | null }) {
  const t = useTranslate()
  const isRunning = isPending(dataImport)
  const { sendingZip, importingZip, rowHelp } = phrases.imports
  const statusText = sent === null ? t(isRunning ? importingZip : rowHelp) : t(sendingZip)
  return (
    <>
      <span role="status">{statusText}</span>
      {sent !== null && (
        <span className={styles.bar}>
          <ProgressBar label={t(phrases.imports.sendProgressLabel)} value={sent} />
        </span>
      )}
      {sent === null && isRunning && (
        <span className={styles.bar}>
          <ProgressBar label={t(phrases.imports.importProgressLabel)} value={(dataImport?.progress ?? 0) / 100} />
        </span>
      )}
    </>
  )
}

/** Explains why the server refused an archive. */
function ImportRefused({ error, mostMb }: { error: Error | null; mostMb: number }) {
  const t = useTranslate()
  const problem = error instanceof CallError ? error.problem : null
  const faultText = importErrorTexts[problem?.errors?.[0]?.code ?? '']
  const getErrorText = () => {
    if (faultText) return t(faultText)
    if (problem?.code === 'too-large') return t(phrases.imports.fileTooLarge, { most: mostMb })
    if (problem?.code === 'unsupported-media-type') return t(phrases.imports.notZipFile)
    if (problem?.code === 'quota-reached') return t(phrases.imports.newAccountNote)
    return problem?.code === 'conflict' && t(phrases.imports.importRunning)
  }
  return (
    <CallErrorMessage title={t(phrases.imports.importFailed)} error={error}>
      {getErrorText()}
    </CallErrorMessage>
  )
}
