import { type Clock, systemClock } from './clock.ts'
import { type TestCredentials, testCredentials } from './credentials.ts'
import { sendCallback } from './daraja/callback.ts'
import { type Daraja, makeDaraja } from './daraja/daraja.ts'
import { darajaHandler } from './daraja/daraja-server.ts'
import { type Delays, defaultDelays } from './delays.ts'
import { makeDeliver } from './http/deliver.ts'
import { type Fault, type Faults, makeFaults } from './http/faults.ts'
import { listen } from './http/listen.ts'
import { json, routed } from './http/wire.ts'
import { makeChanges } from './phone/changes.ts'
import { phoneRoutes } from './phone/phone-routes.ts'
import { makePhones } from './phone/phones.ts'

/** Which simulator a fault belongs to. */
export type Provider = 'daraja'

export type Options = {
  clock?: Clock
  /** Those left out are as in `defaultDelays`. */
  delays?: Partial<Delays>
  log?(line: string): void
  /** 0 or left out: any free port. */
  ports?: Partial<Record<Provider | 'phone', number>>
  credentials?: TestCredentials
}

export type Simulators = {
  darajaUrl: string
  /** Origin of everything under /test: the phone, its control surface and the test card pages. */
  phoneUrl: string
  /** Something goes wrong with the next calls of a path. */
  fail(provider: Provider, fault: Fault): void
  /** The next reversal or status call of Daraja ends with this code. */
  endNextOperatorCall(resultCode: string): void
  /** Resolves when no callback or webhook is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Starts all simulators on loopback (payments.md §4). They share a clock and know nothing of who calls them. */
export async function startSimulators(options: Options = {}): Promise<Simulators> {
  const { clock = systemClock, log = () => {}, ports = {}, credentials = testCredentials } = options
  const delays = { ...defaultDelays, ...options.delays }
  const deliver = makeDeliver(log)
  const changes = makeChanges(systemClock)
  const faults: Record<Provider, Faults> = { daraja: makeFaults() }
  const changed = () => changes.bump()
  const shared = { clock, delays, deliver, changed }
  const daraja = makeDaraja({ ...shared, credentials: credentials.daraja, phones: makePhones() }, sendCallback)
  const servers = {
    daraja: await listen(darajaHandler(daraja), { port: ports.daraja ?? 0, faults: faults.daraja, log }),
    phone: await listen(testPages(daraja, changes), { port: ports.phone ?? 0, log }),
  }
  return {
    darajaUrl: servers.daraja.url,
    phoneUrl: servers.phone.url,
    fail: (provider, fault) => faults[provider].add(fault),
    endNextOperatorCall: (code) => daraja.endNextOperatorCall(code),
    idle: () => deliver.idle(),
    async close() {
      await Promise.all(Object.values(servers).map((server) => server.close()))
    },
  }
}

function testPages(daraja: Daraja, changes: ReturnType<typeof makeChanges>) {
  return routed(phoneRoutes(daraja, changes), () => json(404, { error: 'not found' }))
}
