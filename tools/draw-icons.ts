/**
 * Draws the icons of the installed app from `favicon.svg` into `apps/web/public/icons`. Copies two screenshots of the
 * feed into the same folder.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const root = join(import.meta.dirname, '..')
const icons = join(root, 'apps/web/public/icons')
const mark = readFileSync(join(root, 'apps/web/public/favicon.svg'), 'utf8')
  .trim()
  .replace(/^<svg[^>]*>|<\/svg>$/g, '')
const PAPER = '#f6f1ef'

/** Returns the logo in a square. `share`: the part of the square's side that the logo fills. */
function square(size: number, share: number, background?: string, drawing = mark): Buffer {
  const side = 102 / share
  const [left, top] = [44 - side / 2, 51 - side / 2]
  const place = `x="${left}" y="${top}" width="${side}" height="${side}"`
  const fill = background ? `<rect ${place} fill="${background}"/>` : ''
  const box = `viewBox="${left} ${top} ${side} ${side}" width="${size}" height="${size}"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${fill}${drawing}</svg>`)
}

// Icon for themed home screens: one colour, with the face cut out and the paw inside the face.
const [body = '', face = '', paw = ''] = mark.split(/(?=<path fill="#ffb454"|<g fill="#14453b")/)
const white = (part: string) => part.replace(/fill="#[0-9a-f]{6}"/, 'fill="#fff"')
const everything = '<rect x="-99" y="-99" width="400" height="400" fill="#fff"/>'
const hole = `<mask id="m">${everything}${face.replace('#ffb454', '#000')}</mask>`
const silhouette = `${hole}<g mask="url(#m)">${white(body)}</g>${white(paw)}`

const drawings: Record<string, Buffer> = {
  '144.png': square(144, 0.92),
  '192.png': square(192, 0.92),
  '512.png': square(512, 0.92),
  // Launchers crop a maskable icon to a circle with a diameter of 80 % of the icon's side.
  'maskable-512.png': square(512, 0.58, PAPER),
  'monochrome-512.png': square(512, 0.58, undefined, silhouette),
  // Has a background colour, because iPhones fill transparent parts with black.
  'apple-touch-180.png': square(180, 0.7, PAPER),
}

mkdirSync(icons, { recursive: true })
for (const [name, drawing] of Object.entries(drawings))
  await sharp(drawing).png({ palette: true, compressionLevel: 9 }).toFile(join(icons, name))
for (const name of ['feed-mobile-light', 'feed-desktop-light'])
  copyFileSync(join(root, `docs/design/${name}.webp`), join(icons, `${name}.webp`))
