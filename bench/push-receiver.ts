/**
 * Responds to each request with status 201. Runs in a separate process, so that its CPU time is not measured. Prints
 * its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((incoming, reply) => {
  incoming.resume()
  incoming.once('end', () => reply.writeHead(201).end())
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
