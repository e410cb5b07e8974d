import postgres from 'postgres'
import { type Bench, pageRow, type Row } from './requests.ts'
import { TALK, talkedOf } from './seed-company.ts'

/** What is read around a photo, on the large shape: the story row, and a post with much talk under it. */
export async function companyRows(bench: Bench): Promise<Row[]> {
  const sql = postgres({ ...bench.connection, max: 1, onnotice: () => {} })
  try {
    const [post] = await sql.unsafe<{ id: string }[]>(`select ${talkedOf} as id`)
    const [middle] = await sql.unsafe<{ id: string }[]>(`select bench_id(11, 390) as id`)
    const talk = `/api/posts/${post?.id}/comments`
    const rows: Row[] = []
    for (const connections of [1, 16]) {
      for (const reader of ['average', 'reader_500', 'reader_2000'])
        rows.push(await pageRow(bench, named({ reader, path: '/api/stories', connections }, `stories ${reader}`)))
      const many = { reader: 'average', connections }
      rows.push(await pageRow(bench, named({ ...many, path: `${talk}?limit=20` }, `${TALK} comments, first page`)))
      const deep = `${talk}?limit=20&comment=${middle?.id}`
      rows.push(await pageRow(bench, named({ ...many, path: deep }, `${TALK} comments, link deep`)))
    }
    return rows
  } finally {
    await sql.end()
  }
}

const named = <Page extends { connections: number }>(page: Page, name: string) => ({
  ...page,
  name: `${name} ×${page.connections}`,
})
