/**
 * S3 service that runs in its own process. Stores objects in the folder given as argument, prints its port, and ends
 * with its parent process.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'

const [, , directory = ''] = process.argv
const service = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'photos' }] })
await service.configureBuckets()
const server = createServer(service.callback())
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin.on('end', () => process.exit()).resume()
