import type { GrowthFigures } from './growth.ts'
import type { LiveMeasurements } from './live-messages.ts'
import type { MemoryFigures } from './memory.ts'
import type { OfflineFigures } from './offline.ts'
import type { OverloadFigures } from './overload.ts'
import type { PhotoFigures } from './photos.ts'
import type { PushFigures } from './push.ts'
import type { RequestRow } from './requests.ts'
import type { SearchFigures } from './search.ts'
import type { StartFigures } from './start-times.ts'

const columns = [
  ['', 36],
  ['req/s', 8],
  ['p50 ms', 8],
  ['p99 ms', 8],
  ['CPU ms', 8],
  ['client ms', 11],
  ['bare req/s', 11],
  ['of bare', 8],
  ['SQL CPU ms', 11],
  ['× SQL', 7],
  ['CPU tax', 9],
] as const

const line = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(columns[0][1]) : cell.padStart(columns[at]?.[1] ?? 8))).join('')

const cellsOf = ({ name, app, bare, sql, plain }: RequestRow) => [
  name,
  app.perSecond.toFixed(0),
  app.p50.toFixed(2),
  app.p99.toFixed(2),
  app.cpuMsPerRequest.toFixed(2),
  app.clientCpuMsPerRequest.toFixed(2),
  bare.perSecond.toFixed(0),
  `${((app.perSecond / bare.perSecond) * 100).toFixed(0)} %`,
  sql ? sql.cpuMsPerRequest.toFixed(2) : '–',
  sql ? (app.cpuMsPerRequest / sql.cpuMsPerRequest).toFixed(1) : '–',
  plain ? (app.cpuMsPerRequest / plain.cpuMsPerRequest).toFixed(1) : '–',
]

/**
 * Formats the table of requests: rate, latency, and CPU time of app and PostgreSQL. Compares the app with the baseline
 * server and with SQL alone.
 */
export const formatRequests = (rows: readonly RequestRow[]) => [
  line(columns.map(([name]) => name)),
  ...rows.map((row) => line(cellsOf(row))),
]

export const formatMemory = (shape: string, { idleMb, afterMb }: MemoryFigures): string[] => [
  `memory ${shape} (app and PostgreSQL, PSS): idle ${idleMb.toFixed(0)} MB, after mixed use ${afterMb.toFixed(0)} MB`,
  '',
]

export function formatPhotos(figures: PhotoFigures): string[] {
  const { acceptedMs, readyMs, seenMs, portraitReadyMs, perSecondAtFour, barePerSecondAtFour, ...beside } = figures
  const share = ((perSecondAtFour / barePerSecondAtFour) * 100).toFixed(0)
  const [own, bare] = [perSecondAtFour.toFixed(2), barePerSecondAtFour.toFixed(2)]
  return [
    `photo 12 MP, one connection (median): accepted ${acceptedMs.toFixed(0)} ms, ready ${readyMs.toFixed(0)} ms, ` +
      `seen by another ${seenMs.toFixed(0)} ms`,
    `photo 12 MP with an orientation tag: ready ${portraitReadyMs.toFixed(0)} ms`,
    `photo 12 MP, four connections: ${own}/s posted and ready, bare sharp ${bare}/s, ${share} %`,
    `beside them: a feed takes ${beside.feedP99Ms.toFixed(0)} ms (p99)`,
    `after them: ${beside.backlogSeconds.toFixed(0)} s until all have their larger widths and AVIF`,
  ]
}

export const formatLiveMessages = ({ commits, idlePollCpuMs }: LiveMeasurements): string[] => [
  ...commits.map(({ way, writers, perSecond, p50, p99, cpuMs }) => {
    const times = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, PostgreSQL ${cpuMs.toFixed(3)} ms`
    return `commits that wake by ${way}, ${writers} writers: ${perSecond.toFixed(0)}/s, ${times}`
  }),
  `a look that finds nothing: PostgreSQL ${idlePollCpuMs.toFixed(3)} ms`,
]

export const formatOverload = (figures: readonly OverloadFigures[]): string[] =>
  figures.map(({ name, answeredPerSecond, answered, refusedPerSecond, refused, memoryMb, afterMs }) => {
    const times = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`
    const [before, after] = memoryMb.map((mb) => mb.toFixed(0))
    return [
      `overload ${name}: ${answeredPerSecond.toFixed(0)}/s answered (p50 / p99 ${times(answered)})`,
      `${refusedPerSecond.toFixed(0)}/s refused (${times(refused)})`,
      `${before} → ${after} MB, one right after ${afterMs.toFixed(0)} ms`,
    ].join(', ')
  })

export function formatStartTimes({ firstMs, nextMs, idleMb }: StartFigures): string[] {
  const [first, next] = [firstMs.toFixed(0), nextMs.toFixed(0)]
  return [`first start (web built): ${first} ms, on existing data: ${next} ms, idle ${idleMb.toFixed(0)} MB PSS`]
}

/**
 * Formats the results of the installed app. Visits use emulated slow 4G and a CPU four times slower. All other rows use
 * loopback.
 */
export const formatOffline = ({ visits, reading, outbox }: OfflineFigures): string[] => [
  ...visits.map(({ name, feedMs, lcpMs, bytes }) => {
    const times = `first post ${feedMs.toFixed(0).padStart(5)} ms, LCP ${lcpMs.toFixed(0).padStart(5)} ms`
    return `feed, repeated, ${name.padEnd(34)}${times}, ${(bytes / 1000).toFixed(0).padStart(4)} KB`
  }),
  ...reading.map(({ name, posts, bytes }) => `reading ${posts} posts, ${name}: ${(bytes / 1_000_000).toFixed(2)} MB`),
  `outbox of ${outbox.items} comments: all sent after ${(outbox.ms / 1000).toFixed(1)} s`,
  '',
]

/**
 * Formats two rates of push messages per second of CPU time: encrypted, and sent over HTTP. The target is 1,000
 * messages.
 */
export const formatPush = ({ built, sent }: PushFigures): string[] => [
  `push messages per CPU second: ${built.toFixed(0)} encrypted, ${sent.toFixed(0)} sent over HTTP on loopback`,
  '',
]

export const formatSearches = (figures: readonly SearchFigures[]): string[] =>
  figures.map(({ name, perSecond, p50, p99, most, refused, cpuMsPerRequest }) => {
    const [rate, cpu] = [`${perSecond.toFixed(0)}/s`, `CPU ${cpuMsPerRequest.toFixed(2)} ms`]
    const times = [p50, p99, most].map((ms) => ms.toFixed(1)).join(' / ')
    return `search ${name.padEnd(34)}${rate.padStart(8)}  p50/p99/most ${times} ms, ${cpu}, ${refused} × 503`
  })

/** Formats the growth table. Compares each row with the first row of its curve, which has the smallest data size. */
export function formatGrowth(figures: readonly GrowthFigures[]): string[] {
  const smallest = new Map(figures.toReversed().map((row) => [row.curve, row.p50]))
  return figures.map(({ curve, size, p50, p99, cpuMs, work }) => {
    const times = `p50 ${p50.toFixed(2)}`.padStart(10) + `  p99 ${p99.toFixed(2)}`.padEnd(14)
    const ratio = `× ${(p50 / (smallest.get(curve) ?? p50)).toFixed(2)}`.padStart(8)
    const read = `${work.rowsRead} rows read`.padStart(20)
    return `growth ${curve.padEnd(42)}${size.padEnd(34)}${times}CPU ${cpuMs.toFixed(2).padStart(6)} ms${ratio}${read}`
  })
}
