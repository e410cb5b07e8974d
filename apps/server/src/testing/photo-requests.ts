import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { ProofChallenge, ProofOfWork } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import { sql } from 'drizzle-orm'
import type { TestServer } from './server.ts'
import { solveProof } from './solve-proof.ts'

type Body = {
  code: string
  reference: string
  challenge?: ProofChallenge
  state?: string
  errors?: { field: string }[]
}
type Row = { id: ReportId; reason: string; priority: number; note: string; reporter: string | null; askedFor: string }

let requestCount = 0
// Returns an IP address in a new network per call, to stay below the rate limits.
const freshIp = () => `10.9.${requestCount >> 8}.${++requestCount & 255}`

/** Returns the fields of the form for photo removal requests, with an unused e-mail address. */
export const aPhotoRequest = (address: string, more: object = {}) => ({
  address,
  whom: 'my-child',
  words: 'My son, left.',
  email: `parent${++requestCount}@example.com`,
  ...more,
})

/** Returns functions that use the form for photo removal requests, without an account. */
export const createPhotoRequestClient = (server: TestServer) => {
  const post = (body: object, ip = freshIp()) => server.call<Body>(null, 'POST', '/api/photo-requests', body, { ip })
  const challenge = async () => (await server.call<Body>(null, 'GET', '/api/photo-requests/challenge')).body.challenge
  const work = async (): Promise<ProofOfWork> => solveProof(await challenge())
  return {
    post,
    challenge,
    work,
    /** Sends the form with its proof of work. */
    send: async (body: object, ip?: string) => post({ ...body, proof: await work() }, ip),
    stateOf: (reference: string, ip = freshIp()) =>
      server.call<Body>(null, 'POST', '/api/photo-requests/state', { reference }, { ip }),
    /** Returns the e-mails to an address, newest first. */
    letters: async (to: string) => {
      await server.runJobs()
      return server.mailbox.messages.filter((message) => message.to === to)
    },
    reportsOf: (subject: string) =>
      server.deps.database.rows<Row>(sql`
        select id, reason, priority, note, reporter_id as reporter, asked_for as "askedFor" from reports
        where subject_id = ${subject}`),
    fileOf: async (photo = '') => {
      const row = await server.deps.database.row<{ name: string }>(sql`select name from photos where id = ${photo}`)
      return `/media/${row?.name}/320.webp`
    },
  }
}
