import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../apps/server/src/config/config.ts'
import { deployPath } from './managed-process.ts'

type NamedResource = { name: string }
type Probe = { httpGet: { path: string; port: string } }
type Container = {
  ports: (NamedResource & { containerPort: number })[]
  envFrom: { configMapRef?: NamedResource; secretRef?: NamedResource }[]
  volumeMounts: (NamedResource & { mountPath: string })[]
} & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>
type Pod = {
  containers: Container[]
  volumes: (NamedResource & { secret?: { secretName: string } })[]
  securityContext: { runAsUser: number }
  terminationGracePeriodSeconds: number
}
type Spec = {
  selector: { matchLabels: object } & Record<string, unknown>
  template: { metadata: { labels: object }; spec: Pod }
  ports: { port: number; targetPort: string }[]
  rules: { host: string; http: { paths: { backend: { service: { name: string; port: NamedResource } } }[] } }[]
}
type Manifest = { kind: string; metadata: NamedResource; spec: Spec; data: Record<string, unknown> }

const read = (name: string) => readFileSync(deployPath(name), 'utf8')
const settingsFile = read('kubernetes/settings.yaml')
const documents = [read('kubernetes/pawtrait.yaml'), settingsFile].flatMap((text) => parseAllDocuments(text))
const objects = documents.map((document) => document.toJS() as Manifest)

function onlyObject(kind: string): Manifest {
  const [found, ...more] = objects.filter((object) => object.kind === kind)
  if (!found || more.length > 0) throw new Error(`${kind} is not there once`)
  return found
}
const { template, selector } = onlyObject('Deployment').spec
const pod = template.spec
const [container] = pod.containers
const containerfile = read('container/Containerfile')

it('the Kubernetes manifest refers only to objects that it or settings.yaml defines', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  expect(objects.map(({ kind }) => kind).toSorted()).toEqual(
    ['ConfigMap', 'Deployment', 'Ingress', 'Ingress', 'PodDisruptionBudget', 'Service'].toSorted(),
  )
  const { labels } = template.metadata
  expect([selector.matchLabels, onlyObject('PodDisruptionBudget').spec.selector.matchLabels]).toEqual([labels, labels])
  expect(onlyObject('Service').spec.selector).toEqual(labels)
  const rules = objects.filter(({ kind }) => kind === 'Ingress').flatMap(({ spec }) => spec.rules)
  for (const { host, http } of rules) {
    expect(http.paths.map(({ backend }) => backend.service)).toEqual([
      { name: onlyObject('Service').metadata.name, port: { name: 'http' } },
    ])
    expect(`https://${host}`).toBe(onlyObject('ConfigMap').data.PUBLIC_URL)
  }
  const volumes = pod.volumes.map(({ name }) => name)
  expect(container?.volumeMounts.every(({ name }) => volumes.includes(name))).toBe(true)
  const secrets = [...settingsFile.matchAll(/kubectl create secret generic (\S+)/g)].map(([, name]) => name)
  const requested = [
    container?.envFrom.map(({ secretRef }) => secretRef?.name),
    pod.volumes.map((v) => v.secret?.secretName),
  ]
  expect(secrets).toEqual(requested.flat().filter((name) => name !== undefined))
  expect(container?.envFrom.map(({ configMapRef }) => configMapRef?.name)).toContain(
    onlyObject('ConfigMap').metadata.name,
  )
})

it('the Kubernetes manifest uses the port, user, folders and health checks of the container image', () => {
  const port = Number(/^EXPOSE (\d+)$/m.exec(containerfile)?.[1])
  expect(container?.ports).toEqual([{ name: 'http', containerPort: port }])
  expect(onlyObject('Service').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http'])
  expect(containerfile).toContain(`USER ${pod.securityContext.runAsUser}:`)
  const places = container?.volumeMounts.map(({ mountPath }) => mountPath) ?? []
  // The app writes only to these folders. The root file system is read-only.
  for (const place of ['/tmp', /DATA_DIR=(\S+)/.exec(containerfile)?.[1], '/opt/pawtrait/node_modules/.cache'])
    expect(places).toContain(place)
  const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]
  expect(probes.map((probe) => probe?.httpGet)).toEqual(
    ['/livez', '/livez', '/readyz'].map((path) => ({ path, port: 'http' })),
  )
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10)
})

it('deploy/kubernetes/settings.yaml configures production mode and contains only known settings', () => {
  const { data } = onlyObject('ConfigMap')
  expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true)
  const secretValues = Object.fromEntries(
    [...settingsFile.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => [
      name,
      name.endsWith('_URL')
        ? `${name === 'SMTP_URL' ? 'smtps' : 'postgres'}://pawtrait:word@outside.example/pawtrait`
        : createHash('sha256').update(name).digest('hex'),
    ]),
  )
  expect(Object.keys(secretValues)).toHaveLength(4)
  const image = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/srv/pawtrait' }
  const config = readConfig({ ...image, ...(data as Record<string, string>), ...secretValues })
  expect(config).toMatchObject({ mode: 'production', mail: 'smtp', publicUrl: data.PUBLIC_URL, processes: 1 })
  expect(config.s3).toMatchObject({ bucket: data.S3_BUCKET, endpoint: data.S3_ENDPOINT })
  const known = ['config', 'node-settings', 'storage-settings'].map((name) =>
    readFileSync(deployPath(`../apps/server/src/config/${name}.ts`), 'utf8'),
  )
  const names = [...Object.keys(data), ...Object.keys(secretValues)]
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b: `).test(known.join()))).toEqual([])
  expect(container?.volumeMounts.some(({ mountPath }) => String(data.PEPPER_FILE).startsWith(`${mountPath}/`))).toBe(
    true,
  )
})
