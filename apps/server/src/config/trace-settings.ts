import * as v from 'valibot'
import { BadConfig, hasScheme, TextSetting } from '#platform/settings.ts'

const samplers = ['', 'always_on', 'always_off', 'traceidratio'] as const
const parentBased = ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const

/** Settings that the app reads. The OpenTelemetry library itself reads OTEL_SERVICE_NAME and similar settings. */
export const traceSettingEntries = {
  OTEL_EXPORTER_OTLP_ENDPOINT: TextSetting,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: TextSetting,
  OTEL_TRACES_EXPORTER: v.optional(v.picklist(['', 'otlp', 'none']), ''),
  OTEL_SDK_DISABLED: TextSetting,
  OTEL_TRACES_SAMPLER: v.optional(v.picklist([...samplers, ...parentBased]), ''),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^(?:[01]|0?\.\d+|1\.0+)?$/, 'must be a share from 0 to 1')),
    '',
  ),
}

const Entries = v.object(traceSettingEntries)
type TraceEnvironment = v.InferOutput<typeof Entries>

/** Share of traced requests, from 0 to 1; null turns tracing off. */
export type TraceSettings = { traces: number | null }

function readShare({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: TraceEnvironment): number {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('traceidratio') && share !== '' ? Number(share) : 1
}

/**
 * Reads the settings.
 * @throws BadConfig with a line per invalid setting. The line omits the endpoint's URL, which may contain a password.
 */
export function readTraceSettings(env: TraceEnvironment): TraceSettings {
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const
  const presentNames = names.filter((name) => env[name] !== '')
  const wrong = presentNames.filter((name) => !hasScheme(URL.parse(env[name]), 'http', 'https'))
  if (wrong.length > 0)
    throw new BadConfig(wrong.map((name) => `${name}: must be an http:// or https:// address`).join('\n'))
  const isOff = env.OTEL_TRACES_EXPORTER === 'none' || env.OTEL_SDK_DISABLED.toLowerCase() === 'true'
  return { traces: presentNames.length === 0 || isOff ? null : readShare(env) }
}
