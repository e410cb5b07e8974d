import * as v from 'valibot'

export type PushServiceSettings = {
  /** Host names of additional push services. `*.` matches any subdomain. */
  pushServices: string[]
}

// Matches a host name. Its last part consists of two or more letters, which excludes IP addresses.
const hostPattern = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/

const HostNames = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
  v.check((hosts) => hosts.every((host) => hostPattern.test(host)), 'must be host names, such as push.example.org'),
)

export const pushSettingEntries = { PUSH_SERVICES: v.optional(HostNames, '') }
