import { readFileSync } from 'node:fs'
import { requiredExtensions } from '@pawtrait/postgres/make-cluster.ts'
import { expect, it } from 'vitest'
import { deployPath } from './managed-process.ts'

it('database.sql creates the same extensions as the embedded PostgreSQL', () => {
  const setUp = readFileSync(deployPath('postgresql/database.sql'), 'utf8')
  const created = Array.from(setUp.matchAll(/^create extension if not exists (\w+);$/gm), ([, name]) => name)
  expect(new Set(created)).toEqual(new Set(requiredExtensions))
})
