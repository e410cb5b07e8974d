import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const encodings = ['zstd', 'br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

// Ignores an encoding with `q=0`, which means that the client refuses it (RFC 9110 §12.5.3).
const createAcceptPattern = (encoding: Encoding) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i')
const acceptPatterns: Record<Encoding, RegExp> = {
  zstd: createAcceptPattern('zstd'),
  br: createAcceptPattern('br'),
  gzip: createAcceptPattern('gzip'),
}

/** Returns the first encoding that the client accepts. Over plain HTTP, browsers accept only gzip. */
export const chooseEncoding = <Offered extends Encoding>({ headers }: FastifyRequest, offered: readonly Offered[]) =>
  offered.find((encoding) => acceptPatterns[encoding].test(headers['accept-encoding'] ?? ''))

// Responses below this size stay uncompressed, because with headers they fit into about one packet.
const MIN_BYTES = 1_024

// Measured for a feed of 30 KB. zstd level 1: 4.8 KB in 0.05 ms. Brotli 1: 6.0 KB in 0.07 ms. Brotli 4: 5.2 KB in 0.37
// ms. gzip: 5.4 KB in 0.13 ms. Compressing in a thread, or sending uncompressed, takes longer.
const compress: Record<Encoding, (text: string) => Buffer> = {
  zstd: (text) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } }),
  gzip: (text) => gzipSync(text),
}

/** Compresses JSON. Safe from the BREACH attack: no response has a secret next to text from an attacker. */
export function compressJson(fastify: FastifyInstance) {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request, encodings)
    if (!encoding) return payload
    reply.header('content-encoding', encoding)
    return compress[encoding](payload)
  })
}
