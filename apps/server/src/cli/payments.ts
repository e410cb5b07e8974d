import { exportFiscalDocuments } from '#features/payments/fiscal/export-documents.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { listOperatorQueue, refuseClaim, settleByHand } from '#features/payments/ledger/settle-by-hand.ts'
import { formatMoney } from '#features/payments/receipts/format-money.ts'
import { refuseRefund } from '#features/payments/refunds/request-refund.ts'
import { recordManualRefund, startRefund } from '#features/payments/refunds/start-refund.ts'
import { type Context, createContext, systemCaller } from '#platform/context.ts'
import { type Command, successWithText } from './command.ts'
import { withDependencies } from './dependencies.ts'

type Work = (ctx: Context) => Promise<string>

async function formatQueue(ctx: Context): Promise<string> {
  const lines = await listOperatorQueue(ctx)
  if (lines.length === 0) return 'No payment needs the operator.\n'
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
        line.username ?? (line.amountMinor === null ? '-' : '(account erased)'),
      ].join('\t'),
    )
    .join('\n')
    .concat('\n')
}

export function parsePaymentCommand(args: string[]): Work | undefined {
  const anyway = args.includes('--anyway')
  const [command, name, ...rest] = args.filter((word) => word !== '--anyway')
  const text = rest.join(' ').trim()
  if (command === 'payments' && name === undefined) return formatQueue
  if (command === 'fiscal' && name !== undefined)
    return (ctx) => exportFiscalDocuments(ctx, name === '--new' ? 'new' : { from: name, to: text || name })
  if (name === undefined || (text === '' && command !== 'refuse')) return undefined
  if (command === 'refund')
    return async (ctx) => {
      const { amountMinor, currency } = await startRefund(ctx, name, text, anyway)
      const amount = formatMoney(amountMinor, currency)
      return `The app refunds ${amount} as soon as it runs. "payments" lists refunds that fail.\n`
    }
  if (command === 'refunded')
    return async (ctx) => {
      await recordManualRefund(ctx, name, text)
      return 'Recorded.\n'
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

export function readPaymentCommand(args: string[]): Command | undefined {
  const work = parsePaymentCommand(args)
  if (!work) return undefined
  const isReadOnly = work === formatQueue
  return ({ config }) =>
    withDependencies(config(), isReadOnly ? 'read' : 'update', async (deps) => {
      const ctx = createContext(deps, systemCaller)
      if (!isReadOnly) await deps.jobs.prepare(paymentJobs(() => ctx))
      return successWithText(await work(ctx))
    })
}
