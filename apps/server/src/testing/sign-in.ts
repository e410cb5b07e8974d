import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reply, TestServer } from './server.ts'

/** Returns the settings of a production instance. */
export function createProductionSettings(more: Record<string, string> = {}): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-production-'))
  const pepper = join(dataDir, 'pepper')
  writeFileSync(pepper, Buffer.alloc(32, 7), { mode: 0o600 })
  return {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://pawtrait.test',
    PEPPER_FILE: pepper,
    TRUSTED_PROXIES: 'none',
    DATA_DIR: dataDir,
    ZIP_ONLY_SIGNIN: 'i-understand',
    ...more,
  }
}

/** Returns the cookies that a response sets, by name. A deleted cookie is ''. */
export function cookiesOf({ headers }: Pick<Reply<unknown>, 'headers'>): Record<string, string> {
  const lines = [headers['set-cookie'] ?? []].flat().map(String)
  return Object.fromEntries(lines.map((line) => (line.split(';', 1)[0] ?? '').split('=', 2)))
}

/** Simulates a browser that stores its cookies. */
export function aBrowser(server: TestServer, ip = '127.0.0.1') {
  const jar: Record<string, string> = {}
  const header = () => ({
    cookie: Object.entries(jar)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  })
  return {
    jar,
    call: async <Body = never>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) => {
      const answer = await server.call<Body>(header().cookie ? header() : null, method, url, body, { ip })
      Object.assign(jar, cookiesOf(answer))
      return answer
    },
  }
}

let userCount = 0

/** Returns a sign-up form with a unique username. */
export function aSignUp(
  more: Partial<Record<'username' | 'fullname' | 'email' | 'zipcode' | 'ageBand' | 'guardianEmail', string>> = {},
) {
  const username = more.username ?? `person${++userCount}`
  return { fullname: 'Some Person', username, email: `${username}@example.test`, zipcode: '00100', ...more }
}

/** Creates a user who has signed up and logged in with a zip code, in their own browser. */
export async function aSignedInUser(server: TestServer, more: Parameters<typeof aSignUp>[0] = {}) {
  const form = aSignUp(more)
  await server.call(null, 'POST', '/users', form)
  const browser = aBrowser(server)
  await browser.call('POST', '/users', { usernameOrEmail: form.username, zipcode: form.zipcode })
  return { form, browser }
}

/** Creates a user like `aSignedInUser`, in sudo mode. @throws Error when the server refuses */
export async function aSignedInSudoUser(server: TestServer) {
  const user = await aSignedInUser(server)
  const { status, text } = await user.browser.call('POST', '/api/sudo', { zipcode: user.form.zipcode })
  if (status !== 200) throw new Error(`Sudo mode was refused: ${status} ${text}`)
  return user
}

/** Runs `work` once, right after the next secret is verified and before the log-in continues. */
export function runAfterNextVerification({ deps: { secrets } }: TestServer, work: () => Promise<unknown>) {
  const { verify } = secrets
  secrets.verify = async (...given) => {
    secrets.verify = verify
    const isMatch = await verify(...given)
    await work()
    return isMatch
  }
}
