import { type DataExport, getExportFile, type NewestExport } from '@pawtrait/contract/exports.ts'
import download from '@phosphor-icons/core/regular/download-simple.svg?path'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { buildEndpointUrl } from '#lib/server/call.ts'
import { useFormatEndTime } from '#lib/time/use-format-end-time.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './ExportSettingsRow.module.css'
import { newestExportQuery, useStartExport } from './export-cache.ts'

/** Settings row to request an export of the viewer's data as a ZIP, and to download the finished ZIP. */
export function ExportSettingsRow() {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(newestExportQuery())} failed={t(phrases.exports.loadFailed)}>
      {(newest) => <NewestExportRow {...newest} />}
    </QueryContent>
  )
}

const SudoDialog = lazyDialog(async () => (await import('#features/sign-in/credentials/SudoDialog.tsx')).SudoDialog)

const isPending = (dataExport: DataExport | null) => dataExport?.state === 'waiting' || dataExport?.state === 'running'

function NewestExportRow({ export: dataExport, nextAt }: NewestExport) {
  const t = useTranslate()
  const startExport = useStartExport()
  const isReady = dataExport?.state === 'ready'
  const label = dataExport?.state === 'failed' ? t(phrases.ui.tryAgain) : t(phrases.exports.prepareButton)
  const prepare = (
    <Button kind="ghost" small busy={startExport.isPending} onClick={() => startExport.change(true)}>
      {isReady ? t(phrases.exports.prepareAgain) : label}
    </Button>
  )
  const actions = (
    <div className={styles.actions}>
      {isReady && <DownloadLink id={dataExport.id} />}
      {!isPending(dataExport) && nextAt === null && prepare}
    </div>
  )
  return (
    <>
      <IconRow icon={download} title={t(phrases.exports.downloadAll)} action={actions}>
        <span role="status">
          <ExportStatus dataExport={dataExport} />
        </span>
        {dataExport && isPending(dataExport) && (
          <span className={styles.progress}>
            <ProgressBar label={t(phrases.exports.progressLabel)} value={dataExport.progress / 100} />
          </span>
        )}
      </IconRow>
      <CallErrorMessage title={t(phrases.exports.startFailed)} error={startExport.error} />
      <SudoDialog
        open={startExport.methods !== null}
        methods={startExport.methods ?? []}
        onProven={startExport.again}
        onClose={startExport.forget}
      />
    </>
  )
}

function DownloadLink({ id }: Pick<DataExport, 'id'>) {
  const t = useTranslate()
  return (
    <a className={buttonClass({ small: true })} href={buildEndpointUrl(getExportFile, { params: { id } })} download>
      {t(phrases.exports.download)}
    </a>
  )
}

/** Text of the export's state. Has no percentage, because screen readers would announce every change of it. */
function ExportStatus({ dataExport }: { dataExport: DataExport | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const formatEnd = useFormatEndTime()
  if (dataExport === null) return t(phrases.exports.downloadAllHelp)
  if (isPending(dataExport)) return t(phrases.exports.preparingLabel)
  if (dataExport.state === 'failed') return t(phrases.exports.prepareFailed)
  if (dataExport.state !== 'ready')
    return `${t(phrases.exports.downloadAllHelp)} ${t(phrases.exports.lastExportExpired)}`
  const megabytes = Math.max(0.1, (dataExport.sizeBytes ?? 0) / 1_000_000)
  const size = megabytes.toLocaleString(locale, { maximumFractionDigits: megabytes < 10 ? 1 : 0 })
  return t(phrases.exports.readyUntil, { size, until: formatEnd(dataExport.expiresAt ?? '') })
}
