import { resolvePublicUrl } from '#app/process/address-file.ts'
import { openDatabaseForCommand } from '#app/process/open-database.ts'
import { createResetLink } from '#features/sign-in/log-in/reset-sign-in.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/database/db.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { type Command, successWithLines } from './command.ts'

const resetSignIn =
  (who: string): Command =>
  async ({ config: read, now }) => {
    const settings = read()
    const found = await openDatabaseForCommand(settings, 'update')
    const db = connect(found.connection, { max: 1, limits: backgroundLimits })
    const log = createJsonLog((line) => process.stderr.write(line), systemClock.now)
    // Uses the URL that the running app stored, because PUBLIC_URL of this command may differ.
    const config = { ...settings, publicUrl: await resolvePublicUrl(settings) }
    try {
      return successWithLines(await createResetLink({ config, db, now, log }, who))
    } finally {
      await db.close()
      await found.stop()
    }
  }

export const readResetSignInCommand = ([, who, ...rest]: string[]): Command | undefined =>
  who && !who.startsWith('-') && rest.length === 0 ? resetSignIn(who) : undefined
