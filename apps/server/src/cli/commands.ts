import type { Command } from './command.ts'

/** A group of commands with one help text and one module. */
type CommandGroup = {
  names: readonly string[]
  /**
   * How the command uses an instance. `needed`: the command fails without an instance. `named`: it also runs without
   * one. A command of these two kinds prints the name of the instance on stderr. `none`: the command uses no instance.
   */
  instance: 'needed' | 'named' | 'none'
  help: string
  /** Imports only the module of these commands, because loading the whole app takes seconds. */
  load: () => Promise<(args: string[]) => Command | undefined>
}

const loadBackupCommands = async () => (await import('./backup.ts')).readBackupCommand
const loadPepperCommands = async () => (await import('./pepper.ts')).readPepperCommand

/** All commands, in the order of the help. */
export const commandGroups: readonly CommandGroup[] = [
  {
    names: ['reset-signin'],
    instance: 'needed',
    help: `pawtrait reset-signin <username or email>
  Prints a one-time link with which this user sets a new zip code. The link expires after an hour. Its use ends all
  sessions of the user.`,
    load: async () => (await import('./reset-sign-in.ts')).readResetSignInCommand,
  },
  {
    names: ['restore-account', 'delete-account', 'export-account', 'age', 'guardian'],
    instance: 'needed',
    help: `pawtrait restore-account <username or email>
  Restores an account within 30 days of its deletion, for a user who has lost all means to log in.
pawtrait delete-account <username, e-mail or id> [--now]
  Deletes an account as its user would. It can be restored for 30 days. --now: erases it at once and permanently.
pawtrait export-account <username, e-mail or id> <file>
  Writes the data export of this user to a new ZIP file, for a user who asks you and cannot log in.
pawtrait age <username or email> adult|minor
  Sets the age of a user who has proven it to you. Users can only lower their own age. If an account was closed as
  under 13, restore-account can then restore it.
pawtrait guardian <username or email> confirms|refuses
  Records the answer of the guardian of a user aged 13 to 17, if the app cannot ask the guardian by mail.
  refuses: hides the account, and the app erases it.`,
    load: async () => (await import('./accounts.ts')).readAccountCommand,
  },
  {
    names: ['limits'],
    instance: 'needed',
    help: `pawtrait limits [<username, email or IP address> [--lift]]
  Lists the rate limits, or the counters of a user or a network. --lift: resets these counters.`,
    load: async () => (await import('./limits.ts')).readLimitsCommand,
  },
  {
    names: ['breach'],
    instance: 'needed',
    help: `pawtrait breach <file> <from> <to> [--active]
  Writes a new CSV file of users with data that may have been read between two instants. --active: only users who
  used the app in that time.`,
    load: async () => (await import('./breach.ts')).readBreachCommand,
  },
  {
    names: ['sweep'],
    instance: 'needed',
    help: `pawtrait sweep
  Runs the scheduled clean-up now. It deletes unused photos, files without a photo, old rate limits and old responses.`,
    load: async () => (await import('./sweep.ts')).readSweepCommand,
  },
  {
    names: ['doctor'],
    instance: 'named',
    help: `pawtrait doctor [--all] [--json]
  Checks this instance and prints each fault with its remedy. Changes and sends nothing. --all: checks every photo.`,
    load: async () => (await import('./doctor.ts')).readDoctorCommand,
  },
  {
    names: ['backup'],
    instance: 'named',
    help: `pawtrait backup <folder> [--keep <how many>] [--photos-only]
  Backs up the database and the photos to a new folder in <folder>, whether the app runs or not.`,
    load: loadBackupCommands,
  },
  {
    names: ['verify'],
    instance: 'none',
    help: `pawtrait verify <backup> ...
  Reads backups and reports for each whether all its files are unchanged.`,
    load: loadBackupCommands,
  },
  {
    names: ['restore'],
    instance: 'none',
    help: `pawtrait restore <backup> [--to <folder>]
  Copies a backup into DATA_DIR or another empty folder. The app can then start from that folder.`,
    load: loadBackupCommands,
  },
  {
    names: ['pepper'],
    instance: 'none',
    help: `pawtrait pepper create <file>
  Creates a file with 32 secret bytes for PEPPER_FILE. Only its owner can read it. If root runs the command, the owner
  is the app's user. Never overwrites a file.`,
    load: loadPepperCommands,
  },
  {
    names: ['new-pepper'],
    instance: 'needed',
    help: `pawtrait new-pepper [--sure]
  For a pepper that is permanently lost: prints the consequences. --sure: registers the pepper in PEPPER_FILE instead.`,
    load: loadPepperCommands,
  },
  {
    names: ['push'],
    instance: 'needed',
    help: `pawtrait push
  Counts the devices that use the current key for push services, and those with an older key.
pawtrait push new-key
  Creates a new key. Devices with an older key still get notifications. Each renews its key at its next start.`,
    load: async () => (await import('./push.ts')).readPushCommand,
  },
  {
    names: ['storage'],
    instance: 'needed',
    help: `pawtrait storage copy
  While STORAGE_MOVE is set: copies missing files from the old storage to the new one, whether the app runs or not.
pawtrait storage verify [--note]
  Reads the files of every photo. Lists missing and damaged files, and files without a photo. --note: records hashes
  of older files that have none.`,
    load: async () => (await import('./storage.ts')).readStorageCommand,
  },
  {
    names: ['moderator', 'log', 'hash-list', 'held'],
    instance: 'needed',
    help: `pawtrait moderator add <username or email> [--admin]
  Makes this user a moderator, or an admin with --admin. Moderators cannot act on admins. Run it again to change the
  role.
pawtrait moderator remove <username or email>
  Removes the user's role at once. Their decisions remain.
pawtrait moderator list
  Lists the moderators.
pawtrait moderator reports
  Lists open reports about moderators and admins that no moderator or admin may decide. You must decide them.
pawtrait log verify [--head <hash>]
  Reports the first changed row of the moderation log. --head: checks that a row has this hash, which is in a log line
  "moderation-log-signed".
pawtrait hash-list
  Reads the list of HASH_LIST_URL now and prints its number of pictures. The app reads it every night.
pawtrait held [<photo> <file>]
  Lists uploads that matched the list and are held as evidence, or copies one to a new file for the authority.`,
    load: async () => (await import('./moderation.ts')).readModerationCommand,
  },
  {
    names: ['payments', 'refund', 'refunded', 'settle', 'refuse', 'fiscal'],
    instance: 'needed',
    help: `pawtrait payments
  Lists payments that need the operator: refunds to make, payments that could not be confirmed, and disputes.
pawtrait refund <receipt or line> <why> [--anyway]
  Refunds a payment through its provider. The running app executes the refund. Premium bought with it then ends.
pawtrait refunded <receipt or line> <how>
  Records that you refunded the payment by hand.
pawtrait settle <reference> <M-PESA code>
  Settles a payment that M-Pesa's statement shows, but that could not be confirmed.
pawtrait refuse <line>
  Refuses a claim, because M-Pesa's statement shows no such payment.
pawtrait refuse <receipt or line> <why>
  Refuses a user's refund request. The user can read <why>.
pawtrait fiscal <first day> <last day> | --new
  Prints receipts and credit notes as CSV for the books: of these days in Nairobi, or --new for those never printed.`,
    load: async () => (await import('./payments.ts')).readPaymentCommand,
  },
]

const footer = `deploy/pawtrait runs a command as the app's user, with the settings of /etc/pawtrait/env. In a checkout
without it: npm run pawtrait -- <command>. Every command that needs an instance names it on stderr.
pawtrait --version
  Prints the release. pawtrait <command> --help: prints the help of one command.`

export const usageText: string = [...commandGroups.map(({ help }) => help), footer].join('\n\n')
