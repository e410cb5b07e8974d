/** Entry point of `pawtrait <command>`, the commands for operators. They work whether or not the app runs. */
import './process/import-cache.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compile cache of Node. Without it, stripping types from hundreds of files took most of a command's run time.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'))

const { commandGroups, usageText } = await import('./cli/commands.ts')

const onStderr = (line: string) => process.stderr.write(`${line}\n`)

type Group = (typeof commandGroups)[number]

/** Returns a function that reads the settings on its first call. The function throws BadConfig for invalid settings. */
async function configReader() {
  const { readConfig } = await import('./config/config.ts')
  let config: ReturnType<typeof readConfig> | undefined
  return () => (config ??= readConfig(process.env))
}

/** Prints the name of the instance on stderr. @throws BadConfig when the command needs an instance and none exists */
async function printInstance({ instance }: Group, config: Awaited<ReturnType<typeof configReader>>) {
  if (instance === 'none') return
  const { describeInstance, requireInstance } = await import('./cli/instance.ts')
  if (instance === 'needed') requireInstance(config())
  try {
    onStderr(describeInstance(config()))
  } catch (error) {
    const { BadConfig } = await import('#platform/settings.ts')
    if (!(error instanceof BadConfig)) throw error // the command itself will report the invalid settings
  }
}

async function runGroup(group: Group, args: string[]) {
  const command = (await group.load())(args)
  if (!command) {
    onStderr(group.help)
    process.exitCode = 2
    return
  }
  const config = await configReader()
  await printInstance(group, config)
  const now = (await import('#platform/clock.ts')).systemClock.now()
  const { lines, isWell } = await command({ environment: process.env, config, now, say: onStderr })
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!isWell) process.exitCode = 1
}

async function main(args: string[]) {
  const [name = ''] = args
  const group = commandGroups.find(({ names }) => names.includes(name))
  if (args.some((word) => word === '--help' || word === '-h') || name === 'help') {
    process.stdout.write(`${group?.help ?? usageText}\n`)
    return
  }
  if (args.includes('--version')) {
    const { releaseName } = await import('#platform/process/release.ts')
    process.stdout.write(`pawtrait ${releaseName}\n`)
    return
  }
  if (group) return runGroup(group, args)
  onStderr(usageText)
  if (name) onStderr(`\nThere is no command "${name}".`)
  process.exitCode = 2
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const { formatFatalError } = await import('./process/fatal-error.ts')
  onStderr(formatFatalError(error))
  process.exitCode = 1
}
