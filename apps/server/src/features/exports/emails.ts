import { paths } from '@pawtrait/contract/paths.ts'
import type { Config } from '#app/config/config.ts'
import { renderEmail } from '#platform/mail/render-email.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import type { ExportEmailRow } from './queries.ts'

const formatMegabytes = (bytes: string) => Math.max(1, Math.round(Number(bytes) / 1_000_000)).toLocaleString('en')

/** E-mail about a finished export. It contains no secret, because the download requires a log-in. */
export const createExportReadyEmail = (
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
  recipient: ExportEmailRow,
) => {
  const expiry = formatInstant(recipient.expiresAt, recipient.timeZone, timeZone)
  return renderEmail({
    to: recipient.email,
    subject: 'Your Pawtrait download is ready',
    lines: [
      `Hello ${recipient.username},`,
      `Your data from Pawtrait is ready as a ZIP of ${formatMegabytes(recipient.sizeBytes)} MB.`,
      `You can download it until ${expiry}, while you are logged in.`,
    ],
    button: { text: 'Download', url: `${publicUrl}${paths.settingsData}` },
    notes: [`If you did not ask for it, log out every device you don’t know: ${publicUrl}${paths.settingsSecurity}`],
  })
}
