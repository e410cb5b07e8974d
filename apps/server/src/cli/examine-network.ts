import type { Config } from '#app/config/config.ts'
import { findHashListFault } from '#features/media/known-hashes/refresh-hash-list.ts'
import { getPushContact } from '#features/push/vapid-keys.ts'
import type { Finding } from '#platform/finding.ts'
import { findMailServerFault } from '#platform/mail/mail.ts'
import { releaseName } from '#platform/process/release.ts'
import { getInstanceId } from '#platform/security/secrets.ts'
import { openCommandSecrets } from './dependencies.ts'

const WAIT_MS = 5_000

/** Connects to the mail server and logs in. Sends no mail. */
export async function examineMail(config: Config): Promise<Finding> {
  const what = 'mail'
  if (config.mail !== 'smtp') {
    const says =
      config.mail === 'dev'
        ? 'is not sent: it stays in the mailbox at /dev/mail.'
        : 'is off: the app sends no codes and no notices.'
    return { what, ok: config.mode !== 'production' || config.mail === 'off', says }
  }
  const fault = await findMailServerFault(config)
  return fault
    ? {
        what,
        ok: false,
        says: `the app cannot log in at the server of SMTP_URL (${fault}), so it cannot send codes: check SMTP_URL.`,
      }
    : { what, ok: true, says: 'the server of SMTP_URL accepts the app.' }
}

/** Checks the contact address that push services require. Apple refuses localhost, the default of a local run. */
export function examinePushContact(config: Config): Finding {
  const contact = getPushContact(config)
  const says = contact
    ? `is on. The contact for push services is ${contact}.`
    : 'is off: push services need a contact. Set SUPPORT_CONTACT to an e-mail address or https page on the internet.'
  return { what: 'push', ok: true, says }
}

type Answer = { status: number; text: string }

/**
 * Requests a URL of the app. Returns `slow` after five seconds without an answer, and `away` if the connection fails.
 */
async function fetchAnswer(url: string, headers: Record<string, string> = {}): Promise<Answer | 'slow' | 'away'> {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'slow' : 'away'
  }
}

const noAnswerText = `no answer within ${WAIT_MS / 1_000} s`

/** Checks the app at `localUrl`: its readiness, instance id, release and metrics. */
export async function examineRunningApp(config: Config, localUrl: string): Promise<Finding[]> {
  const what = 'app'
  const ready = await fetchAnswer(`${localUrl}/readyz`)
  if (ready === 'away')
    return [
      { what, ok: false, says: `nothing answers at ${localUrl}: start the app, or find in its log why it ended.` },
    ]
  if (ready === 'slow')
    return [
      {
        what,
        ok: false,
        says: `is slow: ${noAnswerText} at ${localUrl}/readyz. The app or its database is overloaded.`,
      },
    ]
  return [examineReadiness(ready, localUrl), ...(await examineMetrics(config, localUrl))]
}

const examineReadiness = ({ status }: Answer, localUrl: string): Finding =>
  status === 200
    ? { what: 'app', ok: true, says: `is ready at ${localUrl}.` }
    : { what: 'app', ok: false, says: `answers ${status} at ${localUrl}/readyz: the other lines give the cause.` }

async function examineMetrics(config: Config, localUrl: string): Promise<Finding[]> {
  const what = 'metrics'
  const bearer: Record<string, string> = config.metricsToken ? { authorization: `Bearer ${config.metricsToken}` } : {}
  const metrics = await fetchAnswer(`${localUrl}/metrics`, bearer)
  if (metrics === 'slow') return [{ what, ok: false, says: `are slow: ${noAnswerText}. The app itself answers.` }]
  if (metrics === 'away') return [{ what, ok: false, says: `the connection to ${localUrl}/metrics was cut.` }]
  if (metrics.status !== 200)
    return [{ what, ok: false, says: `answered ${metrics.status}: check that METRICS_TOKEN is the token of the app.` }]
  const ownInstanceId = await openCommandSecrets(config).then(getInstanceId, () => undefined)
  const buildInfo = /^pawtrait_build_info\{version="([^"]*)",commit="([^"]*)",data="([^"]*)"\} 1$/m.exec(metrics.text)
  const [, version = '', commit = '', data] = buildInfo ?? []
  if (ownInstanceId !== undefined && data !== undefined && data !== ownInstanceId)
    return [
      {
        what: 'app',
        ok: false,
        says: `at ${localUrl} is another instance, with another pepper: this instance does not run there.`,
      },
    ]
  const release = commit === '' ? version : `${version}, commit ${commit}`
  const isOwnRelease = release === releaseName
  const says = isOwnRelease
    ? 'the app runs the same release.'
    : `the app runs ${buildInfo ? release : 'one before 0.2'}, but this command is ${releaseName}: restart the app.`
  return [{ what: 'release', ok: isOwnRelease, says }, ...examineCounters(metrics.text)]
}

const sumSamples = (text: string, line: RegExp) =>
  [...text.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0)

function examineCounters(text: string): Finding[] {
  const decoderFailures = sumSamples(text, /^decode_duration_seconds_count\{[^}]*outcome="(?:machine|disk)"\} (\d+)$/gm)
  const timeouts = sumSamples(text, /^database_pool_timeouts_total\{[^}]*\} (\d+)$/gm)
  const unsent = sumSamples(text, /^log_ins_total\{[^}]*outcome="mail-unavailable"\} (\d+)$/gm)
  return [
    {
      what: 'decoders',
      ok: decoderFailures === 0,
      says:
        decoderFailures === 0
          ? 'have not failed.'
          : `failed ${decoderFailures} times, but not because of a photo: see log lines "decoder".`,
    },
    {
      what: 'pool',
      ok: timeouts === 0,
      says:
        timeouts === 0
          ? 'had a free connection in time for all work.'
          : `${timeouts} times no connection became free within 3 s: look for long transactions.`,
    },
    {
      what: 'codes',
      ok: unsent === 0,
      says:
        unsent === 0 ? 'have all been sent.' : `${unsent} could not be sent since the start: check the mail server.`,
    },
  ]
}

/** Checks that `PUBLIC_URL` reaches this app through all proxies. */
export async function examinePublicUrl(publicUrl: string, localUrl: string): Promise<Finding> {
  const what = 'address'
  const [outside, inside] = await Promise.all([publicUrl, localUrl].map((base) => fetchAnswer(`${base}/livez`)))
  if (outside === 'slow')
    return { what, ok: false, says: `${publicUrl} is slow: ${noAnswerText}. Check the proxy and the app behind it.` }
  if (outside === 'away' || outside === undefined)
    return { what, ok: false, says: `${publicUrl} does not answer: check DNS, certificate, proxy and firewall.` }
  const expected = typeof inside === 'object' ? inside.text : outside.text
  return outside.status === 200 && outside.text === expected
    ? { what, ok: true, says: `${publicUrl} answers as Pawtrait.` }
    : {
        what,
        ok: false,
        says: `${publicUrl} answers ${outside.status}, but not as Pawtrait: check where the proxy leads.`,
      }
}

/** Checks that the server of `HASH_LIST_URL` responds. Returns no finding without that setting. */
export async function examineHashList({ hashListUrl }: Config): Promise<Finding[]> {
  if (hashListUrl === '') return []
  const what = 'hash list'
  const fault = await findHashListFault(hashListUrl, WAIT_MS)
  const says = fault
    ? `HASH_LIST_URL cannot be read (${fault}): the app compares uploads with the last list that it read.`
    : 'the server of HASH_LIST_URL answers.'
  return [{ what, ok: fault === undefined, says }]
}
