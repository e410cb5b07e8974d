import * as v from 'valibot'
import { findInvalidNatsUrls } from '#platform/nats/nats-options.ts'
import { BadConfig, hasScheme } from '#platform/settings.ts'

const List = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  ),
  '',
)

export const nodeSettingEntries = { READ_DATABASE_URLS: List, NATS_URL: List }

/** URLs of the read replicas and of the NATS servers. Without NATS, the nodes wake each other through PostgreSQL. */
export type NodeSettings = { readDatabaseUrls: string[]; natsUrls: string[] }

type NodeEnvironment = { DATABASE_URL: string; READ_DATABASE_URLS: string[]; NATS_URL: string[] }

/**
 * Reads the settings.
 * @throws BadConfig with a line per fault. The line omits the URL, which may contain a password.
 */
export function readNodeSettings(env: NodeEnvironment): NodeSettings {
  const urls = env.READ_DATABASE_URLS
  const wrong = urls.flatMap((url, at) =>
    hasScheme(URL.parse(url), 'postgres', 'postgresql')
      ? []
      : [`READ_DATABASE_URLS: URL ${at + 1} must begin with postgres://`],
  )
  if (urls.length > 0 && !env.DATABASE_URL)
    wrong.push('READ_DATABASE_URLS: set DATABASE_URL to the primary of these replicas too')
  if (env.NATS_URL.length > 0) wrong.push(...findInvalidNatsUrls(env.NATS_URL))
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'))
  return { readDatabaseUrls: urls, natsUrls: env.NATS_URL }
}
