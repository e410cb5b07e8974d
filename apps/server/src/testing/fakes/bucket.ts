import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { killChild } from '#testing/child-process.ts'

/** An S3 service with one bucket. */
export type TestBucket = {
  settings: Record<string, string>
  folder: string
  /** Lets `listener` respond instead of the service, until a call with `undefined`. */
  answerWith: (listener: RequestListener | undefined) => void
  /** Refuses connections until `resume`. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  stop: () => Promise<void>
}

// The service encrypts its page markers with DES, which OpenSSL 3 has only in its legacy provider.
const flags = ['--openssl-legacy-provider', '--disable-warning=ExperimentalWarning']

async function startService(directory: string) {
  const program = join(import.meta.dirname, 'bucket-process.ts')
  const child = spawn(process.execPath, [...flags, program, directory], { stdio: 'pipe' })
  child.stderr.pipe(process.stderr, { end: false })
  const [output] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => ['NaN'])])
  const port = Number(String(output))
  if (!port) throw new Error('the S3 service does not start')
  return { port, stop: () => killChild(child) }
}

/** Forwards a request to the S3 service, with unchanged headers, because the signature covers them. */
async function forwardRequest(port: number, incoming: IncomingMessage, answer: ServerResponse) {
  const { method, url, headers } = incoming
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers })
  const response = once(forwarded, 'response')
  await pipeline(incoming, forwarded)
  const [received] = (await response) as [IncomingMessage]
  answer.writeHead(received.statusCode ?? 500, received.rawHeaders)
  await pipeline(received, answer)
}

/** Starts an S3 service with an empty bucket. It allows unsigned reads, so it cannot prove privacy. */
export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'pawtrait-bucket-'))
  const service = await startService(directory)
  let override: RequestListener | undefined
  const open = async (port: number) => {
    const server = createServer((request, answer) => {
      if (override) override(request, answer)
      else forwardRequest(service.port, request, answer).catch(() => answer.destroy())
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  }
  let server = await open(0)
  const { port } = server.address() as AddressInfo
  const pause = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    folder: join(directory, 'photos'),
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    answerWith: (listener) => void (override = listener),
    pause,
    resume: async () => void (server = await open(port)),
    stop: async () => {
      await pause()
      await service.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
