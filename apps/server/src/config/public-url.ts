import * as v from 'valibot'

/** Public origin of the app. A path is invalid, because the links and cookies of the app begin at `/`. */
export const PublicUrl = v.pipe(
  v.string(),
  v.url(),
  v.check(
    (url) => !/^[^/]+\/\/[^/?#]+(?:\/.+|\/?[?#].*)$/.test(url),
    'Give an address without a path: Pawtrait needs a host name or a port of its own.',
  ),
  v.transform((url) => new URL(url).origin),
)
