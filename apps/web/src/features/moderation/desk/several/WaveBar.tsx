import type { DeskView } from '#features/moderation/desk/desk-cache.ts'
import { viewAddress } from '#features/moderation/desk/desk-view.ts'
import type { Queue } from '#features/moderation/desk/use-queue.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './WaveBar.module.css'

/** The queue shows one wave: what that is, all of it selected at once, and the way back to everything. */
export function WaveBar({ queue, view }: { queue: Queue; view: DeskView }) {
  const t = useTranslate()
  const { whole, lines, ids } = queue
  const size = lines.shown.find(({ gone }) => !gone)?.line.wave?.size
  const { isReading, hasFailed, select } = whole
  const count = size ?? 0
  return (
    <div className={styles.wave}>
      <p>{t(view.view === 'decided' ? phrases.desk.waveDecided : phrases.desk.waveLead)}</p>
      {ids.length > 0 && (
        <Button kind="soft" small busy={isReading} onClick={select}>
          {isReading
            ? t(phrases.desk.waveReading, { done: lines.shown.length, of: count })
            : t(phrases.desk.selectWave, { count })}
        </Button>
      )}
      <Link className="link alone" to={viewAddress({ view: view.view })}>
        {t(phrases.desk.waveLeave)}
      </Link>
      {hasFailed && !isReading && (
        <ErrorBox title={t(phrases.desk.waveFailed)}>{t(phrases.desk.waveFailedLead)}</ErrorBox>
      )}
    </div>
  )
}
