import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedOrders } from './orders/export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'refund_requests',
    columns: ['user_id'],
    export: { columns: ['created_at', 'payment_id', 'words', 'refusal', 'refused_at'] },
    erase: 'row',
  },
  {
    table: 'orders',
    columns: ['user_id'],
    export: { rows: exportedOrders, file: 'payments', csv: true },
    erase: 'name',
    why: 'the books keep orders, payments and receipts; within a day of its going they name nobody any more',
  },
]
