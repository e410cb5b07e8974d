import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'refund_requests',
    columns: ['user_id'],
    export: ['payment_id', 'words', 'refusal', 'created_at', 'refused_at'],
    erase: 'row',
  },
  {
    table: 'orders',
    columns: ['user_id'],
    export: ['id', 'amount_minor', 'currency', 'state', 'livemode', 'created_at'],
    erase: 'name',
    why: 'the books keep orders, payments and receipts; within a day of its going they name nobody any more',
  },
]
