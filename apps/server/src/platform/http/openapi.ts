import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { ProblemBody } from '@pawtrait/contract/errors.ts'
import { VIEWER_HEADER, VISITOR_HEADER_VALUE } from '@pawtrait/contract/viewer-header.ts'
import type * as v from 'valibot'
import { toInputSchema, toOutputSchema } from './json-schema.ts'

type Json = Record<string, unknown>

const withoutDialect = ({ $schema, ...schema }: Json) => schema

const describeParameters = (location: 'path' | 'query', entries: Readonly<Record<string, v.GenericSchema>> = {}) =>
  Object.entries(entries).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || schema.type !== 'optional',
    schema: withoutDialect(toInputSchema(schema)),
  }))

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'For 30 days, a repeat under the same key creates nothing and gives the present state of what the first call ' +
    'created, or 410 if it is gone. With another body it is refused with 422.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

const viewerHeader = {
  name: VIEWER_HEADER,
  in: 'header',
  required: false,
  description: `Viewer of the calling page: id or \`${VISITOR_HEADER_VALUE}\`. For another user: viewer-changed.`,
  schema: { type: 'string' },
}

const describeContent = (
  schema: v.GenericSchema,
  convert: (schema: v.GenericSchema) => Json,
  type = 'application/json',
) => ({
  content: { [type]: { schema: withoutDialect(convert(schema)) } },
})

function describeResponses({ output, status, answers, described }: Endpoint): Json {
  if (described)
    return Object.fromEntries(
      Object.entries(described.answers).map(([code, { means, output: each }]) => [
        code,
        { description: means, ...describeContent(each, toOutputSchema) },
      ]),
    )
  return {
    [String(status ?? (output || answers ? 200 : 204))]: {
      description: 'Done',
      ...(output && describeContent(output, toOutputSchema, answers)),
      ...(answers && !output && { content: { [answers]: {} } }),
    },
  }
}

function describeOperation(endpoint: Endpoint): Json {
  const { method, path, summary, auth, params, query, accepts, idempotencyKey } = endpoint
  const body = endpoint.described?.body ?? endpoint.body
  return {
    operationId: method.toLowerCase() + path.replace(/[^A-Za-z]+(.)?/g, (_, c?: string) => c?.toUpperCase() ?? ''),
    summary,
    security: auth !== 'anyone' ? [{ session: [] }] : [{}],
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      viewerHeader,
      ...(idempotencyKey ? [keyHeader] : []),
    ],
    ...(body && { requestBody: { required: true, ...describeContent(body, toInputSchema) } }),
    ...(accepts && { requestBody: { required: true, content: { [accepts]: {} } } }),
    responses: {
      ...describeResponses(endpoint),
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Returns the OpenAPI 3.1 description of the endpoints. `cookie` is the name of the session cookie. */
export function createOpenApiDocument(
  endpoints: readonly Endpoint[],
  { title, cookie }: { title: string; cookie: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Refusals are RFC 9457 problems with a stable `code`. Times are ISO 8601 UTC.',
    },
    paths,
    components: {
      schemas: { Problem: withoutDialect(toOutputSchema(ProblemBody)) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  }
}
