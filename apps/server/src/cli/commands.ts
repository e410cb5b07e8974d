import type { Command } from './command.ts'

/** A group of commands with one help text and one module. */
type CommandGroup = {
  names: readonly string[]
  /**
   * `needed`: the command fails without an instance. `named`: it also runs without one. Both print the name of the
   * instance on stderr. `none`: the command uses no instance.
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
  Prints a link with which this user sets a new zip code: once, within an hour. It ends all their sessions.`,
    load: async () => (await import('./reset-sign-in.ts')).readResetSignInCommand,
  },
  {
    names: ['restore-account', 'delete-account', 'export-account', 'age', 'guardian'],
    instance: 'needed',
    help: `pawtrait restore-account <username or email>
  Restores a deleted account within its thirty days, for a user who has lost everything they logged in with.
pawtrait delete-account <username, e-mail or id> [--now]
  Deletes an account as its holder would, with thirty days to have it back. --now: erases it at once, for good.
pawtrait export-account <username, e-mail or id> <file>
  Writes what an export gives of this user into a new ZIP, for a user who asks you and cannot log in.
pawtrait age <username or email> adult|minor
  Sets the age of a user who has shown it to you: they can only lower it themselves. It also makes an account that was
  closed as under 13 one that restore-account restores.
pawtrait guardian <username or email> confirms|refuses
  Records the answer of the guardian of a user of 13 to 17, where mail cannot ask them. refuses: erases the account.`,
    load: async () => (await import('./accounts.ts')).readAccountCommand,
  },
  {
    names: ['limits'],
    instance: 'needed',
    help: `pawtrait limits [<username, email or IP address> [--lift]]
  Lists the rate limits, or what is counted of a user or a network. --lift: resets those counters.`,
    load: async () => (await import('./limits.ts')).readLimitsCommand,
  },
  {
    names: ['breach'],
    instance: 'needed',
    help: `pawtrait breach <file> <from> <to> [--active]
  Lists in a new file, as CSV, users with data that may have been read between two instants. --active: only users who
  used the app then.`,
    load: async () => (await import('./breach.ts')).readBreachCommand,
  },
  {
    names: ['sweep'],
    instance: 'needed',
    help: `pawtrait sweep
  Deletes now what the app deletes on a schedule: unused photos, files of no photo, old limits and answers.`,
    load: async () => (await import('./sweep.ts')).readSweepCommand,
  },
  {
    names: ['doctor'],
    instance: 'named',
    help: `pawtrait doctor [--all] [--json]
  Says what is wrong with this instance and what to do; changes and sends nothing. --all: looks at every photo.`,
    load: async () => (await import('./doctor.ts')).readDoctorCommand,
  },
  {
    names: ['backup'],
    instance: 'named',
    help: `pawtrait backup <folder> [--keep <how many>] [--photos-only]
  Makes a backup of database and photos as a new folder in <folder>, while the app runs or not.`,
    load: loadBackupCommands,
  },
  {
    names: ['verify'],
    instance: 'none',
    help: `pawtrait verify <backup> ...
  Reads backups and says of each whether all of it is as it was made.`,
    load: loadBackupCommands,
  },
  {
    names: ['restore'],
    instance: 'none',
    help: `pawtrait restore <backup> [--to <folder>]
  Copies a backup into DATA_DIR, or another empty folder, from which the app then starts.`,
    load: loadBackupCommands,
  },
  {
    names: ['pepper'],
    instance: 'none',
    help: `pawtrait pepper create <file>
  Makes the 32 secret bytes for PEPPER_FILE, for their owner alone to read: as root, the app's user. Never overwrites.`,
    load: loadPepperCommands,
  },
  {
    names: ['new-pepper'],
    instance: 'needed',
    help: `pawtrait new-pepper [--sure]
  After the pepper was lost for good: says what that means. --sure: takes the one in PEPPER_FILE in its place.`,
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
  While STORAGE_MOVE is set: copies to the new storage what it lacks of the old one, beside the running app or without.
pawtrait storage verify [--note]
  Reads every photo's files and says which are missing, damaged, or of no photo. --note: records hashes of old ones.`,
    load: async () => (await import('./storage.ts')).readStorageCommand,
  },
  {
    names: ['moderator', 'log', 'hash-list', 'held'],
    instance: 'needed',
    help: `pawtrait moderator add <username or email> [--admin]
  Lets this user moderate, as a moderator, or as an admin, protected from moderators; --admin or not changes which.
pawtrait moderator remove <username or email>
  Ends that at once. Their decisions remain.
pawtrait moderator list
  Lists the moderators.
pawtrait moderator reports
  Lists open reports about moderators and admins that none of them may decide. They wait for you.
pawtrait log verify [--head <hash>]
  Names the first changed row of the moderation log. --head: a row must have this hash of "moderation-log-signed".
pawtrait hash-list
  Reads the list of HASH_LIST_URL now and says how many pictures it names. The app reads it every night.
pawtrait held [<photo> <file>]
  Lists uploads that were on the list and are held as evidence, or copies one into a new file for the authority.`,
    load: async () => (await import('./moderation.ts')).readModerationCommand,
  },
  {
    names: ['payments', 'refund', 'refunded', 'settle', 'refuse', 'fiscal'],
    instance: 'needed',
    help: `pawtrait payments
  Lists what waits for a person: money to give back, payments that could not be confirmed, disputes.
pawtrait refund <receipt or line> <why> [--anyway]
  Gives a payment back through the provider that took it; the running app does it. Premium bought with it ends then.
pawtrait refunded <receipt or line> <how>
  Records that it was given back by hand.
pawtrait settle <reference> <M-PESA code>
  Counts a payment that M-Pesa's statement shows and that could not be confirmed.
pawtrait refuse <line>
  Answers a claim: M-Pesa's statement shows no such payment.
pawtrait refuse <receipt or line> <why>
  Answers a user who asks for their money back; they read why.
pawtrait fiscal <first day> <last day> | --new
  Prints receipts and credit notes of these days in Nairobi, or those never printed before, as CSV for the books.`,
    load: async () => (await import('./payments.ts')).readPaymentCommand,
  },
]

const footer = `deploy/pawtrait runs a command with the settings of /etc/pawtrait/env, as the app's user. In a checkout
without it: npm run pawtrait -- <command>. Every command that needs an instance names it on stderr.
pawtrait --version
  Prints the release. pawtrait <command> --help: what one command does.`

export const usageText: string = [...commandGroups.map(({ help }) => help), footer].join('\n\n')
