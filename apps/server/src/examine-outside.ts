import type { Config } from '#app/config.ts'
import type { Finding } from '#platform/finding.ts'
import { mailServerFault } from '#platform/mail.ts'

const WAIT_MS = 5_000

/** Connects to the mail server and logs in there; nothing is sent. */
export async function examineMail(config: Config): Promise<Finding> {
  const what = 'mail'
  if (config.mail !== 'smtp') {
    const says =
      config.mail === 'dev' ? 'stays in the mailbox at /dev/mail.' : 'is off: no codes and no notices go out.'
    return { what, ok: config.mode !== 'production' || config.mail === 'off', says }
  }
  const fault = await mailServerFault(config)
  return fault
    ? { what, ok: false, says: `the server of SMTP_URL takes nothing (${fault}): codes cannot be sent.` }
    : { what, ok: true, says: 'the server of SMTP_URL answers and knows us.' }
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
  return { status: answer.status, text: await answer.text() }
}

const here = ({ host, port }: Config) =>
  `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** The app that should run here: whether it is ready, and what its metrics say has gone wrong since its start. */
export async function examineRunning(config: Config): Promise<Finding[]> {
  const what = 'app'
  const ready = await ask(`${here(config)}/readyz`).catch(() => undefined)
  if (!ready) return [{ what, ok: false, says: `nothing answers at ${here(config)}: start it, or look why it ended.` }]
  const found: Finding[] = [
    ready.status === 200
      ? { what, ok: true, says: `is ready at ${here(config)}.` }
      : {
          what,
          ok: false,
          says: `answers ${ready.status} at ${here(config)}/readyz; what is wrong stands in these lines.`,
        },
  ]
  const bearer: Record<string, string> = config.metricsToken ? { authorization: `Bearer ${config.metricsToken}` } : {}
  const metrics = await ask(`${here(config)}/metrics`, bearer).catch(() => undefined)
  if (metrics?.status !== 200)
    return [...found, { what: 'metrics', ok: false, says: 'are not told to us: is METRICS_TOKEN that of the app?' }]
  return [...found, ...aboutMetrics(metrics.text)]
}

const sumOf = (text: string, line: RegExp) =>
  [...text.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0)

function aboutMetrics(text: string): Finding[] {
  const hindered = sumOf(text, /^decode_duration_seconds_count\{[^}]*outcome="(?:machine|disk)"\} (\d+)$/gm)
  const timeouts = sumOf(text, /^database_pool_timeouts_total\{[^}]*\} (\d+)$/gm)
  const unsent = sumOf(text, /^log_ins_total\{[^}]*outcome="mail-unavailable"\} (\d+)$/gm)
  return [
    {
      what: 'decoders',
      ok: hindered === 0,
      says:
        hindered === 0 ? 'have not failed.' : `failed ${hindered} times without the photo's fault: lines "decoder".`,
    },
    {
      what: 'pool',
      ok: timeouts === 0,
      says:
        timeouts === 0
          ? 'has had a connection for all.'
          : `${timeouts} times nothing came free in 3 s: long transactions?`,
    },
    {
      what: 'codes',
      ok: unsent === 0,
      says: unsent === 0 ? 'have all been sent.' : `${unsent} could not be sent since the start.`,
    },
  ]
}

/** Whether the address that people type leads here, through whatever stands in front. */
export async function examineAddress(config: Config): Promise<Finding> {
  const what = 'address'
  const [outside, inside] = await Promise.all(
    [config.publicUrl, here(config)].map((base) => ask(`${base}/livez`).catch(() => undefined)),
  )
  if (!outside)
    return { what, ok: false, says: `${config.publicUrl} does not answer: DNS, certificate, proxy, firewall?` }
  const isHere = outside.status === 200 && outside.text === (inside?.text ?? outside.text)
  return isHere
    ? { what, ok: true, says: `${config.publicUrl} answers as Pawtrait does.` }
    : {
        what,
        ok: false,
        says: `${config.publicUrl} answers ${outside.status}, and not as Pawtrait: where does the proxy lead?`,
      }
}
