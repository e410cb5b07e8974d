import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { anArchivedPhoto, aPostRow, formatExportRows } from '#testing/imports.ts'
import { multipartPhotoForm } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'
import { createZip } from '#testing/zip.ts'

// The app's timeout is 10 seconds. The test sets one second, the interval at which Node.js checks timeouts.
const REQUEST_TIMEOUT_MS = 1_000
const server = serverForFile()

it('POST /api/imports accepts an upload that takes 3.5 times the request timeout', { timeout: 40_000 }, async () => {
  const user = await aUser(server)
  const { files, picture } = await anArchivedPhoto()
  const zip = await createZip({ ...files, 'posts.json': formatExportRows([aPostRow([picture])]) })
  const { port } = new URL(await server.app.fastify.listen({ port: 0, host: '127.0.0.1' }))
  // Sets both timeouts, because Node.js applies the larger one to the whole request.
  Object.assign(server.app.fastify.server, { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS })
  const { body, headers } = multipartPhotoForm(zip, { field: 'archive' })
  const lines = [
    'POST /api/imports HTTP/1.1',
    `Host: localhost:${port}`,
    `Cookie: ${user.cookie}`,
    'Sec-Fetch-Site: same-origin',
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${body.length}`,
  ]
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => {
    answer += text.toString()
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const parts = 7
  for (let part = 0; part < parts; part++) {
    socket.write(body.subarray((part * body.length) / parts, ((part + 1) * body.length) / parts))
    await pause(500)
  }
  await expect.poll(() => answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 202 /)
  socket.destroy()
})
