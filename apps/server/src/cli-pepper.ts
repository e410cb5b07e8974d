import { connect } from '#platform/db.ts'
import { knownFingerprint, replaceFingerprint } from '#platform/known-pepper.ts'
import { openSecrets } from '#platform/secrets.ts'
import { backgroundLimits } from '#platform/time-limits.ts'
import type { Outcome } from './cli-backup.ts'
import type { Config } from './config.ts'
import { reachDatabase } from './open-database.ts'

const means =
  'Who has a session stays in. Everybody else cannot log in until "npm run pawtrait -- reset-signin <username>" has ' +
  'made them a link; what the old pepper sealed is gone.'

/**
 * What `new-pepper` does: from the next start on the pepper in PEPPER_FILE is this database's. Without `isSure` it says
 * what that means, and changes nothing.
 */
export async function takeNewPepper(config: Config, isSure: boolean): Promise<Outcome> {
  const { fingerprint } = await openSecrets(config)
  const found = await reachDatabase(config)
  const database = connect(found.connection, { max: 1, limits: backgroundLimits })
  try {
    if ((await knownFingerprint(database)) === fingerprint)
      return { lines: [`${config.pepperFile} is this database's pepper: nothing is to be done.`], isWell: true }
    if (!isSure) return { lines: [means, 'If that is meant: npm run pawtrait -- new-pepper --sure'], isWell: false }
    await replaceFingerprint(database, fingerprint)
    return {
      lines: [`The pepper is now ${config.pepperFile}: start the app anew, each node of it.`, means],
      isWell: true,
    }
  } finally {
    await database.close()
    await found.stop()
  }
}
