import * as v from 'valibot'

/** Public origin of the app. A path is invalid, because the links and cookies of the app begin at `/`. */
export const PublicUrl = v.pipe(
  v.string(),
  v.url(),
  v.check(
    (url) => !/^[^/]+\/\/[^/?#]+(?:\/.+|\/?[?#].*)$/.test(url),
    'must be an address without a path: Pawtrait needs its own host name or port',
  ),
  v.transform((url) => new URL(url).origin),
)
