import type { Context } from '#platform/context.ts'
import type { Finding } from '#platform/finding.ts'
import { currentTimeZoneName, oldTimeZoneNames } from '#platform/text/renamed-time-zones.ts'
import { resolveTimeZone } from '#platform/text/time-zone.ts'
import {
  isTimeZoneKnown,
  selectStoredTimeZones,
  selectSupportedTimeZoneRenames,
  updateOldTimeZones,
} from './time-zone-queries.ts'

const BATCH_SIZE = 500
const NAMES_SHOWN = 5

/**
 * Replaces outdated time zone names of accounts, in batches. Runs repeatedly: an older release running beside this one
 * writes old names, and a later release may know more renames. Sessions are not updated, because `listSessions`
 * converts their names. Log-in codes are not updated, because they expire after ten minutes.
 */
export async function renameTimeZones({ db }: Pick<Context, 'db'>): Promise<void> {
  const names = await selectSupportedTimeZoneRenames(
    db,
    oldTimeZoneNames.map((old) => ({ old, current: currentTimeZoneName(old) })),
  )
  while ((await updateOldTimeZones(db, names, BATCH_SIZE)) === BATCH_SIZE);
}

/** Checks stored time zone names and `TIME_ZONE` for `doctor`. Reports names that PostgreSQL or ICU does not know. */
export async function examineTimeZones({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Finding[]> {
  const what = 'time zones'
  const stored = await selectStoredTimeZones(db)
  const unknown = stored.filter(({ name, isKnown }) => !isKnown || resolveTimeZone(name) === undefined)
  const names = unknown.slice(0, NAMES_SHOWN).map(({ name, accounts }) => `${name} (${accounts})`)
  const more = unknown.length > NAMES_SHOWN ? ` and ${unknown.length - NAMES_SHOWN} more` : ''
  const findings: Finding[] = []
  if (!(await isTimeZoneKnown(db, config.timeZone)))
    findings.push({
      what,
      ok: false,
      says: `the database does not know TIME_ZONE=${config.timeZone}, and uses UTC instead: choose another name.`,
    })
  if (unknown.length > 0)
    findings.push({
      what,
      ok: false,
      says:
        `unknown stored names (accounts), for which the app uses TIME_ZONE: ${names.join(', ')}${more}. ` +
        'Install the missing zone files for the database (Debian: tzdata-legacy). A log-in also stores a known name.',
    })
  return findings.length > 0 ? findings : [{ what, ok: true, says: 'the database knows every stored name.' }]
}
