import type { App } from '#platform/http/serve.ts'

const forwardedHeaders = ['content-type', 'content-security-policy', 'cache-control', 'location']

/** Proxies /test/… to the simulators, which serve a test phone and a test card page. */
export function proxyTestPages({ fastify }: App, origin: string) {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: '/test/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const type = request.headers['content-type']
        const answer = await fetch(origin + request.url, {
          method: request.method,
          headers: type ? { 'content-type': type } : {},
          // The cast to `Buffer` is safe, because the body parser above always returns a `Buffer`.
          ...(request.method === 'POST' && { body: new Uint8Array((request.body as Buffer | undefined) ?? []) }),
          redirect: 'manual',
        })
        for (const name of forwardedHeaders) {
          const value = answer.headers.get(name)
          if (value !== null) reply.header(name, value)
        }
        return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()))
      },
    })
  })
}
