import { globSync } from 'node:fs'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownedData } from '#app/owned-data.ts'
import { selectExportedRows } from '#features/exports/export-run-queries.ts'
import type { Database } from '#platform/database/db.ts'
import { exportFileName, isExported, type OwnedTable } from '#platform/database/owned-data.ts'
import { createTestDatabase } from '#testing/database/database.ts'

const unknownUser = '01900000-0000-7000-8000-000000000001' as UserId
const features = new URL('../src/features/', import.meta.url)

/** A column that identifies a person. `onDelete` is the code in pg_constraint, or null without a foreign key. */
type PersonalColumn = { table: string; column: string; onDelete: string | null }

let database: Database
let personalColumns: PersonalColumn[]
let ownedTables: OwnedTable[]

beforeAll(async () => {
  database = await createTestDatabase()
  personalColumns = await database.rows<PersonalColumn>(sql`
    select cl.relname as table, a.attname as column, c.confdeltype as "onDelete"
    from pg_class cl join pg_namespace n on n.oid = cl.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = cl.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint c on c.conrelid = cl.oid and c.contype = 'f' and c.confrelid = 'users'::regclass
        and c.conkey = array[a.attnum]
    where cl.relkind in ('r', 'p')
      and (c.oid is not null or a.attname ~ '(^|_)(user|author|owner|viewer|reporter|member)_id$'
        or (cl.relname = 'users' and a.attname = 'id')
        -- Its JSON contains the receivers.
        or (cl.relname = 'live_notices' and a.attname = 'notice')
        -- Addresses of people without an account.
        or (cl.relname = 'photo_requests' and a.attname = 'email'))
    order by 1, 2`)
  const files = globSync('*/owned-data.ts', { cwd: features })
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, features).href) as Promise<{ ownedData: OwnedTable[] }>),
  )
  ownedTables = modules.flatMap(({ ownedData }) => ownedData)
})
afterAll(() => database.close())

const columnNames = (tables: readonly OwnedTable[]) =>
  tables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).toSorted()

/** Returns the columns of the database catalogue that are in no feature's list. */
const findUnlistedColumns = (tables: readonly OwnedTable[]) => {
  const known = new Set(columnNames(tables))
  return personalColumns.map(({ table, column }) => `${table}.${column}`).filter((name) => !known.has(name))
}

describe('list of owned data', () => {
  it('contains every column that identifies a person exactly once', () => {
    expect(personalColumns.length).toBeGreaterThan(12)
    expect(findUnlistedColumns(ownedTables)).toEqual([])
    expect(new Set(columnNames(ownedTables)).size).toBe(columnNames(ownedTables).length)
  })

  it('is reported as incomplete if a table is missing', () => {
    for (const omitted of ownedTables)
      expect(findUnlistedColumns(ownedTables.filter((entry) => entry !== omitted))).toEqual(
        omitted.columns.map((column) => `${omitted.table}.${column}`).toSorted(),
      )
  })

  it('states for each table what deleting a user does to the rows, and why rows remain', () => {
    const erases = { c: 'row', n: 'name' } as const
    const wrong = personalColumns.filter(({ table, column, onDelete }) => {
      const entry = ownedTables.find((owned) => owned.table === table && owned.columns.includes(column))
      const actual = table === 'users' ? 'row' : onDelete ? erases[onDelete as keyof typeof erases] : 'runs-out'
      return entry?.erase !== actual || (entry.erase !== 'row' && !entry.why)
    })
    expect(wrong).toEqual([])
  })

  it('has valid export statements and a unique file name for each exported table', async () => {
    const exported = ownedTables.filter(isExported)
    expect(exported.length).toBeGreaterThan(30)
    await database.transaction(async (db) => {
      for (const entry of exported)
        for await (const rows of selectExportedRows(db, entry, unknownUser)) expect(rows).toEqual([])
    })
    const files = exported.map(exportFileName)
    expect(new Set(files).size).toBe(files.length)
  })

  it('is identical to `ownedData`, which the export job reads', () => {
    const sortedNames = (tables: readonly OwnedTable[]) => columnNames(tables).toSorted()
    expect(sortedNames(ownedData)).toEqual(sortedNames(ownedTables))
  })
})
