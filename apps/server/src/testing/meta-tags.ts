const decodeEntities = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Returns the title and meta tags of a page, by name. */
export function readMetaTags(html: string): Record<string, string> {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)]
  const pairs = metas.map(([, name = '', content = '']) => [name, decodeEntities(content)])
  return { title: decodeEntities(title), ...Object.fromEntries(pairs) }
}
