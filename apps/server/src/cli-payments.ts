import { exportDocuments } from '#features/payments/fiscal/export-documents.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { listQueue, refuseClaim, settleByHand } from '#features/payments/ledger/settle-by-hand.ts'
import { formatMoney } from '#features/payments/receipts/format-money.ts'
import { askRefund, noteRefund } from '#features/payments/refunds/ask-refund.ts'
import { refuseRefund } from '#features/payments/refunds/request-refund.ts'
import { type Context, contextOf, system } from '#platform/context.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'

/** Does it and gives what is printed. */
type Command = (ctx: Context) => Promise<string>

async function queue(ctx: Context): Promise<string> {
  const lines = await listQueue(ctx)
  if (lines.length === 0) return 'Nothing waits.\n'
  return lines
    .map((line) =>
      [
        line.id,
        line.createdAt,
        line.livemode ? 'real' : 'TEST',
        line.what,
        line.state,
        line.amountMinor === null || line.currency === null ? '-' : formatMoney(line.amountMinor, line.currency),
        line.provider,
        line.reference,
        line.receiptCode ?? '-',
        line.username ?? (line.amountMinor === null ? '-' : '(account gone)'),
      ].join('\t'),
    )
    .join('\n')
    .concat('\n')
}

/** The command of these words; undefined when they are none. */
export function readPaymentCommand(words: (string | undefined)[]): Command | undefined {
  const anyway = words.includes('--anyway')
  const [command, name, ...rest] = words.filter((word): word is string => word !== undefined && word !== '--anyway')
  const text = rest.join(' ').trim()
  if (command === 'payments' && name === undefined) return queue
  if (command === 'fiscal' && name !== undefined)
    return (ctx) => exportDocuments(ctx, name === '--new' ? 'new' : { from: name, to: text || name })
  if (name === undefined || (text === '' && command !== 'refuse')) return undefined
  if (command === 'refund')
    return async (ctx) => {
      const { amountMinor, currency } = await askRefund(ctx, name, text, anyway)
      const given = formatMoney(amountMinor, currency)
      return `${given} goes back as soon as the app runs; "payments" lists what does not.\n`
    }
  if (command === 'refunded')
    return async (ctx) => {
      await noteRefund(ctx, name, text)
      return 'Noted.\n'
    }
  if (command === 'refuse')
    return async (ctx) => {
      if (text === '') await refuseClaim(ctx, name)
      else await refuseRefund(ctx, name, text)
      return 'Refused.\n'
    }
  if (command === 'settle') return async (ctx) => `${await settleByHand(ctx, name, text)}\n`
  return undefined
}

/** Runs a command beside a running app or without one. */
export const runPaymentCommand = (config: Config, command: Command): Promise<string> =>
  withDeps(config, async (deps) => {
    await deps.jobs.prepare(paymentJobs(() => contextOf(deps, system)))
    return command(contextOf(deps, system))
  })
