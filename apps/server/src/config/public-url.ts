import * as v from 'valibot'

/** Origin of the public address. A path is refused, because every link and cookie of the app begins at `/`. */
export const PublicUrl = v.pipe(
  v.string(),
  v.url(),
  v.check(
    (url) => !/^[^/]+\/\/[^/?#]+(?:\/.+|\/?[?#].*)$/.test(url),
    'Give an address without a path: Pawtrait needs a host name or a port of its own.',
  ),
  v.transform((url) => new URL(url).origin),
)
