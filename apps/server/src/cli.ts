/** The operator's commands: `npm run pawtrait -- <command>`. They work beside a running app and without one. */
import { mkdirSync } from 'node:fs'
import { makeResetLink } from '#features/users/sign-in/reset-sign-in.ts'
import { systemClock } from '#platform/clock.ts'
import { connect } from '#platform/db.ts'
import { isDatabaseGone } from '#platform/db-errors.ts'
import { lineLog } from '#platform/log.ts'
import { Problem } from '#platform/problem.ts'
import { BadConfig } from '#platform/settings.ts'
import { StorageGone } from '#platform/storage-gone.ts'
import { backgroundLimits } from '#platform/time-limits.ts'
import { readAddressFile } from './address-file.ts'
import { readAccountCommand, runAccountCommand } from './cli-accounts.ts'
import { readBackupCommand } from './cli-backup.ts'
import { listTouched, readBreachCommand } from './cli-breach.ts'
import { doctor } from './cli-doctor.ts'
import { showLimits } from './cli-limits.ts'
import { readModerationCommand } from './cli-moderation.ts'
import { readPaymentCommand, runPaymentCommand } from './cli-payments.ts'
import { takeNewPepper } from './cli-pepper.ts'
import { readStorageCommand } from './cli-storage.ts'
import { sweepNow } from './cli-sweep.ts'
import { readConfig } from './config.ts'
import { reachDatabase } from './open-database.ts'

const usage = `npm run pawtrait -- reset-signin <username>
  Prints a link with which this user sets a new zip code: once, within an hour. It ends all their sessions.

npm run pawtrait -- restore-account <username>
  Brings a deleted account back within its thirty days, for whoever has lost everything they logged in with.
npm run pawtrait -- delete-account <username or id> [--now]
  Deletes an account as its holder would, with thirty days to have it back. --now: erases it at once, for good.
npm run pawtrait -- export-account <username or id> <file>
  Writes what an export gives of this user into a new ZIP, for whoever asks you and cannot log in.
npm run pawtrait -- age <username> adult|minor
  Writes down how old this user is, who has shown it: they themselves can only say that they are younger.
npm run pawtrait -- guardian <username> confirms|refuses
  Writes down what the guardian of a user of 13 to 17 has said, where mail cannot ask them. refuses: erases the account.

npm run pawtrait -- limits [<username or IP address> [--lift]]
  Lists the rate limits, or what is counted of somebody or of a network. --lift: forgets it, so they begin anew.

npm run pawtrait -- breach <file> <from> <to> [--active]
  Lists in a new file, as CSV, whose data may have been read between two instants. --active: only who used the app then.

npm run pawtrait -- sweep
  Clears away now what the app clears by the clock: photos put nowhere, files of none, old limits and answers.

npm run pawtrait -- doctor [--all] [--json]
  Says what is wrong with this instance and what to do; changes and sends nothing. --all: looks at every photo's files.

npm run pawtrait -- backup <folder> [--keep <how many>] [--photos-only]
  Makes a backup of database and photos as a new folder in <folder>, while the app runs or not.
npm run pawtrait -- verify <backup> ...
  Reads backups and says of each whether all of it is as it was made.
npm run pawtrait -- restore <backup> [--to <folder>]
  Copies a backup into DATA_DIR, or another empty folder, from which the app then starts.

npm run pawtrait -- new-pepper [--sure]
  After the pepper was lost for good: says what that means. --sure: takes the one in PEPPER_FILE in its place.

npm run pawtrait -- storage copy
  While STORAGE_MOVE is set: copies to the new storage what it lacks of the old one, beside the running app or without.
npm run pawtrait -- storage verify [--note]
  Reads every photo's files and says which are missing, damaged, or of no photo. --note: writes down what old ones hold.

npm run pawtrait -- moderator add <username> [--admin]
  Lets this user moderate, as a moderator or as an admin, on whom moderators cannot act; --admin or not changes which.
npm run pawtrait -- moderator remove <username>
  Ends that at once. What they decided stands.
npm run pawtrait -- moderator list
  Lists who moderates.
npm run pawtrait -- log verify
  Reads the log of moderation and names the first row that is not as it was written.

npm run pawtrait -- hash-list
  Reads the list of HASH_LIST_URL now and says how many pictures it names. The app reads it every night.
npm run pawtrait -- held [<photo> <file>]
  Lists uploads that were on the list and are held as evidence, or copies one into a new file for the authority.

npm run pawtrait -- payments
  Lists what waits for a person: money to give back, payments nobody could confirm, disputes.
npm run pawtrait -- refund <receipt or line> <why> [--anyway]
  Gives a payment back through whoever took it; the running app does it. Premium bought with it ends then.
npm run pawtrait -- refunded <receipt or line> <how>
  Notes that it was given back by hand.
npm run pawtrait -- settle <reference> <M-PESA code>
  Counts a payment that M-Pesa's statement shows and nobody could confirm.
npm run pawtrait -- refuse <line>
  Answers a claim: M-Pesa's statement shows no such payment.
npm run pawtrait -- refuse <receipt or line> <why>
  Answers somebody who asks for their money back; they read why.
npm run pawtrait -- fiscal <first day> <last day> | --new
  Prints receipts and credit notes of these days in Nairobi, or those never printed before, as CSV for the books.`

async function resetSignIn(username: string) {
  const settings = readConfig(process.env)
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const found = await reachDatabase(settings)
  const db = connect(found.connection, { max: 1, limits: backgroundLimits })
  const now = systemClock.now()
  const log = lineLog((line) => process.stderr.write(line), systemClock.now)
  // The link is for whoever the app answers, and that may have been started with other settings.
  const config = { ...settings, publicUrl: await readAddressFile(settings) }
  try {
    process.stdout.write(`${await makeResetLink({ config, db, now, log }, username)}\n`)
  } finally {
    await db.close()
    await found.stop()
  }
}

async function sayWhatIsWrong(words: string[]) {
  const { text, ok } = await doctor(process.env, words)
  process.stdout.write(text)
  if (!ok) process.exitCode = 1
}

async function runBackupCommand(run: NonNullable<ReturnType<typeof readBackupCommand>>) {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  print(await run({ config: () => readConfig(process.env), now: systemClock.now(), say }))
}

const print = ({ lines, isWell }: { lines: string[]; isWell: boolean }) => {
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!isWell) process.exitCode = 1
}

async function main([command, name, ...rest]: string[]) {
  const backup = readBackupCommand([command, name, ...rest].filter((word) => word !== undefined))
  if (backup) return runBackupCommand(backup)
  const storage = readStorageCommand([command, name, ...rest].filter((word) => word !== undefined))
  if (storage) return print(await storage(readConfig(process.env)))
  if (command === 'reset-signin' && name && rest.length === 0) return resetSignIn(name)
  if (command === 'limits' && rest.every((word) => word === '--lift'))
    return print({ lines: await showLimits(readConfig(process.env), name, rest.length > 0), isWell: true })
  if (command === 'sweep' && name === undefined) return process.stdout.write(await sweepNow(readConfig(process.env)))
  const flags = [name, ...rest].filter((word) => word !== undefined)
  if (command === 'doctor' && flags.every((word) => ['--all', '--json'].includes(word))) return sayWhatIsWrong(flags)
  if (command === 'new-pepper' && flags.every((word) => word === '--sure'))
    return print(await takeNewPepper(readConfig(process.env), flags.length > 0))
  const breach = readBreachCommand([command, name, ...rest].filter((word) => word !== undefined))
  if (breach) return process.stdout.write(await listTouched(readConfig(process.env), breach))
  const account = readAccountCommand([command, name, ...rest])
  if (account) return process.stdout.write(await runAccountCommand(readConfig(process.env), account))
  const moderation = readModerationCommand([command, name, ...rest].filter((word) => word !== undefined))
  if (moderation) return print(await moderation(readConfig(process.env)))
  const asked = readPaymentCommand([command, name, ...rest])
  if (asked) return process.stdout.write(await runPaymentCommand(readConfig(process.env), asked))
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // What an operator can mend is one line; anything else is a bug and shows where it came from.
  const known =
    error instanceof BadConfig ||
    error instanceof Problem ||
    (error instanceof Error && (isDatabaseGone(error) || error instanceof StorageGone || 'code' in error))
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
