import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#app/config/config.ts'
import { openDatabaseForCommand } from '#app/process/open-database.ts'
import { connect } from '#platform/database/db.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { replaceFingerprint, selectFingerprint } from '#platform/security/pepper-fingerprint.ts'
import { PEPPER_BYTES } from '#platform/security/secrets.ts'
import { BadConfig } from '#platform/settings.ts'
import { type Command, type CommandOutcome, successWithLines } from './command.ts'
import { openCommandSecrets } from './dependencies.ts'

const consequences =
  'Users with a session stay logged in. All other users need a link from "pawtrait reset-signin <username>" to log ' +
  'in. Data that the old pepper encrypted is lost.'

/** Registers the pepper in PEPPER_FILE for this database. Without `isSure`, only prints the consequences. */
async function acceptNewPepper(config: Config, isSure: boolean): Promise<CommandOutcome> {
  const { fingerprint } = await openCommandSecrets(config)
  const found = await openDatabaseForCommand(config, isSure ? 'update' : 'read')
  const database = connect(found.connection, { max: 1, limits: backgroundLimits })
  try {
    if ((await selectFingerprint(database)) === fingerprint)
      return successWithLines(`${config.pepperFile} is already the pepper of this database: there is nothing to do.`)
    if (!isSure) return { lines: [consequences, 'To continue, run: pawtrait new-pepper --sure'], isWell: false }
    await replaceFingerprint(database, fingerprint)
    return successWithLines(`The pepper is now ${config.pepperFile}: restart the app on every node.`, consequences)
  } finally {
    await database.close()
    await found.stop()
  }
}

type Owner = { name: string; uid: number; gid: number }

// Returns the user that will own the new file. @throws BadConfig when this machine has no such user
async function findAppUser(name: string): Promise<Owner> {
  const idOf = async (flag: '-u' | '-g') => Number((await promisify(execFile)('id', [flag, '--', name])).stdout)
  try {
    return { name, uid: await idOf('-u'), gid: await idOf('-g') }
  } catch {
    throw new BadConfig(
      `This machine has no user ${name} to own the pepper: create the app's user first, or set PAWTRAIT_USER to its ` +
        'name.',
    )
  }
}

/**
 * Creates a pepper file with mode 0400. If root runs the command, the file belongs to the user that runs the app.
 * Never overwrites a file: without the old pepper no stored zip code (a log-in secret) can be verified.
 */
const createPepper =
  (path: string): Command =>
  async ({ environment }) => {
    const file = resolve(path)
    const owner = process.getuid?.() === 0 ? await findAppUser(environment.PAWTRAIT_USER || 'pawtrait') : undefined
    const handle = await open(file, 'wx', 0o400).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
        throw new BadConfig(
          `${file} already exists and was not changed, because an instance may need it: choose another path.`,
        )
      throw error
    })
    try {
      await handle.writeFile(randomBytes(PEPPER_BYTES))
      if (owner) await handle.chown(owner.uid, owner.gid)
      await handle.sync()
      await chmod(file, 0o400)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    return successWithLines(
      `${file}: a new pepper${owner ? `, owned by ${owner.name}` : ''}. Keep a copy apart from the data.`,
    )
  }

export function readPepperCommand([command, ...words]: string[]): Command | undefined {
  const [what, file, ...more] = words
  if (command === 'pepper' && what === 'create' && file && !file.startsWith('-') && more.length === 0)
    return createPepper(file)
  if (command !== 'new-pepper' || words.some((word) => word !== '--sure')) return undefined
  return ({ config }) => acceptNewPepper(config(), words.length > 0)
}
