import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Bench, pageRow, type Row } from './requests.ts'
import { TALK, talkedOf } from './seed-company.ts'

/** What is read around a photo, on the large shape: the story row, and a post with much talk under it. */
export async function companyRows(bench: Bench): Promise<Row[]> {
  const { post, middle } = await withClient(bench.connection, async (client) => {
    const found = await client.query<{ post: string; middle: string }>(
      `select ${talkedOf} as post, bench_id(11, 390) as middle`,
    )
    return found.rows[0] ?? { post: '', middle: '' }
  })
  const talk = `/api/posts/${post}/comments`
  const rows: Row[] = []
  for (const connections of [1, 16]) {
    for (const reader of ['average', 'reader_500', 'reader_2000'])
      rows.push(await pageRow(bench, named({ reader, path: '/api/stories', connections }, `stories ${reader}`)))
    const many = { reader: 'average', connections }
    rows.push(await pageRow(bench, named({ ...many, path: `${talk}?limit=20` }, `${TALK} comments, first page`)))
    const deep = `${talk}?limit=20&comment=${middle}`
    rows.push(await pageRow(bench, named({ ...many, path: deep }, `${TALK} comments, link deep`)))
  }
  return rows
}

const named = <Page extends { connections: number }>(page: Page, name: string) => ({
  ...page,
  name: `${name} ×${page.connections}`,
})
