import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PaymentOffer } from './payments/payments.ts'

const Status = v.object({ status: v.literal('ok') })

/** Features that this instance offers. The web app hides features that are not available. */
export const InstanceConfig = v.object({
  mode: v.picklist(['local', 'lan', 'production']),
  mail: v.boolean(),
  /** Null if payments are not configured. */
  payments: v.nullable(PaymentOffer),
  photosPerDay: v.number(),
  postsPerDay: v.number(),
})
export type InstanceConfig = v.InferOutput<typeof InstanceConfig>

export const getInstanceConfig = defineEndpoint({
  method: 'GET',
  path: '/api/config',
  auth: 'anyone',
  summary: 'Get the features and limits of this instance',
  output: InstanceConfig,
})
export const livez = defineEndpoint({
  method: 'GET',
  path: '/livez',
  auth: 'anyone',
  summary: 'Check that the process responds',
  output: Status,
})
export const readyz = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  auth: 'anyone',
  summary: 'Check that the process and its dependencies respond',
  output: Status,
})
export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'anyone',
  summary: 'Get this API description as OpenAPI 3.1',
  output: v.record(v.string(), v.unknown()),
})
export const getApiDocs = defineEndpoint({
  method: 'GET',
  path: '/api/docs',
  auth: 'anyone',
  summary: 'Get this list of endpoints as an HTML page',
  answers: 'text/html',
})
export const getSecurityTxt = defineEndpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  auth: 'anyone',
  summary: 'Get the contact for vulnerability reports (RFC 9116)',
  answers: 'text/plain',
})
export const getMetrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  auth: 'anyone',
  summary: 'Get the metrics for the operator (from loopback, or with METRICS_TOKEN)',
  answers: 'text/plain',
})
