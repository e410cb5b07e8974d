/** Style of a shape: a colour token as the fill, or a line. */
export type ShapeStyle = 'paper' | 'well' | 'green' | 'brass' | 'spark' | 'red' | 'line' | 'dash' | 'dark'

type Shapes = readonly (readonly [ShapeStyle, string])[]

const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** Path of a paw around a point. The paw is 28 units wide at size 1. */
const paw = (x: number, y: number, size = 1) => {
  const toe = (dx: number, dy: number) => dot(x + dx * size, y + dy * size, 4 * size)
  const pad = `M${x} ${y - 2 * size}c${5 * size} 0 ${10 * size} ${7 * size} ${10 * size} ${11 * size}s${-5 * size} ${
    5 * size
  } ${-10 * size} ${3 * size}s${-10 * size} ${size} ${-10 * size} ${-3 * size}s${5 * size} ${-11 * size} ${10 * size} ${
    -11 * size
  }Z`
  return toe(-11, -3) + toe(-4.5, -9) + toe(4.5, -9) + toe(11, -3) + pad
}

/** Path of an arch on the floor, shaped like the frame of a pet. */
const arch = (x: number, width: number, height: number, floor = 106) => {
  const r = width / 2
  return `M${x} ${floor}v${r - height}a${r} ${r} 0 0 1 ${width} 0v${height - r}Z`
}

const sheet = 'M48 22a6 6 0 0 1 6-6h38l20 20v64a6 6 0 0 1-6 6H54a6 6 0 0 1-6-6Z'

/** Illustrations for empty lists, by name. Each has a viewBox of 160 × 112, and its floor is at y = 106. */
export const emptyStateDrawings = {
  // Drawing for an empty list of posts: a camera with ears.
  photos: [
    ['brass', 'M50 50 54 24 74 46ZM110 50 106 24 86 46Z'],
    ['paper', 'M48 44h64a10 10 0 0 1 10 10v42a10 10 0 0 1-10 10H48a10 10 0 0 1-10-10V54a10 10 0 0 1 10-10Z'],
    ['green', dot(80, 76, 22)],
    ['paper', dot(80, 76, 15)],
    ['green', paw(80, 75, 0.7)],
    ['spark', dot(110, 56, 4)],
  ],
  // Drawing for an empty list of pet notifications or of posts of a species: a food bowl with a bone.
  bowl: [
    ['paper', 'M52 66c-8-2-10-12-2-14-2-8 8-10 10-4l38 8c6-4 12 4 6 10 4 6-4 12-8 6Z'],
    ['red', 'M34 70h92l10 30a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6Z'],
    ['spark', 'M30 66h100a4 4 0 0 1 0 8H30a4 4 0 0 1 0-8Z'],
    ['paper', paw(80, 90, 0.8)],
  ],
  // Drawing for an empty Explore page: hills with paw prints.
  explore: [
    ['well', 'M8 106c20-40 50-52 74-30 18-26 48-22 70 30Z'],
    ['spark', dot(112, 30, 14)],
    ['green', `${paw(34, 92, 0.5)}${paw(54, 82, 0.5)}${paw(74, 88, 0.5)}${paw(96, 76, 0.5)}${paw(118, 84, 0.5)}`],
  ],
  // Drawing for an empty list of drafts: a sheet with a few lines of text, and a pencil.
  drafts: [
    ['paper', sheet],
    ['well', 'M92 16v14a6 6 0 0 0 6 6h14Z'],
    ['line', 'M60 54h34M60 68h26M60 82h14'],
    ['brass', 'M128 38l10 10-34 42-14 6 4-16Z'],
    ['red', 'M128 38l4-5a5 5 0 0 1 7 0l3 3a5 5 0 0 1 0 7l-4 5Z'],
    ['dark', 'M94 80l10 10-14 6Z'],
  ],
  // Drawing for an empty archive: a box with a picture.
  archive: [
    ['green', arch(58, 44, 68, 80)],
    ['paper', arch(65, 30, 54, 80)],
    ['green', paw(80, 48, 0.7)],
    ['brass', 'M34 62h92v44H34Z'],
    ['spark', 'M28 54h104v14H28Z'],
    ['paper', 'M66 78h28v12H66Z'],
  ],
  // Drawing for an empty list of saved posts: a printed photo with a bookmark ribbon.
  saved: [
    ['well', 'M58 20 118 30 106 104 46 96Z'],
    ['paper', 'M44 16h68v90H44Z'],
    ['well', 'M52 24h52v52H52Z'],
    ['green', paw(74, 54, 1.1)],
    ['red', 'M90 8h18v44l-9-8-9 8Z'],
  ],
  // Drawing for an empty list of liked posts: a paw on a disc, with short rays around it.
  liked: [
    ['well', dot(80, 64, 42)],
    ['red', paw(80, 62, 2)],
    ['line', 'M30 30l8 8M130 30l-8 8M24 66h10M136 66h-10'],
  ],
  // Drawing for an empty collection: a shelf with free space.
  collection: [
    ['brass', 'M22 84h116v8H22Z'],
    ['line', 'M40 92v14M120 92v14'],
    ['green', arch(36, 30, 44, 84)],
    ['paper', arch(42, 18, 32, 84)],
    ['dash', arch(74, 30, 44, 84)],
    ['well', 'M112 40h14v44h-14Z'],
  ],
  // Drawing for an empty list of posts with a tag: a collar with a round tag.
  tag: [
    ['line', 'M34 22c4 34 24 46 46 46s42-12 46-46'],
    ['red', 'M26 16c2 44 28 62 54 62s52-18 54-62l-14-2c-4 32-20 48-40 48S44 46 40 14Z'],
    ['brass', dot(80, 88, 20)],
    ['dark', 'M75 76h4l-4 24h-4ZM85 76h4l-4 24h-4ZM68 82h26v3H68ZM66 91h26v3H66Z'],
  ],
  // Drawing for an empty list of users: two pets that look at each other.
  people: [
    ['green', 'M36 46 34 20 56 36ZM70 46 72 20 50 36Z'],
    ['green', arch(30, 46, 68)],
    ['paper', arch(37, 32, 54)],
    ['brass', 'M92 52c-10 2-14 26-6 32ZM126 52c10 2 14 26 6 32Z'],
    ['brass', arch(86, 46, 68)],
    ['paper', arch(93, 32, 54)],
    ['green', paw(53, 80, 0.8)],
    ['red', paw(109, 80, 0.8)],
  ],
  // Drawing for an empty list of follow requests: a door with a visitor.
  requests: [
    ['well', 'M34 106V10h92v96Z'],
    ['green', arch(46, 68, 94)],
    ['brass', dot(104, 66, 4)],
    ['dark', 'M62 106V88a18 18 0 0 1 36 0v18Z'],
    ['spark', paw(80, 92, 0.8)],
  ],
  // Drawing for the hidden posts of a private account: a locked door.
  locked: [
    ['well', 'M34 106V10h92v96Z'],
    ['green', arch(46, 68, 94)],
    ['line', 'M69 62v-8a11 11 0 0 1 22 0v8'],
    ['brass', 'M62 60h36v28H62Z'],
    ['dark', `${dot(80, 71, 4)}M78 72h4l2 9h-8Z`],
  ],
  // Drawing for an empty list of blocked users, and for a blocked profile: a fence.
  blocked: [
    ['brass', 'M18 52h124v9H18ZM18 82h124v9H18Z'],
    ['paper', 'M28 106V44l9-12 9 12v62ZM59 106V44l9-12 9 12v62ZM90 106V44l9-12 9 12v62ZM121 106V44l9-12 9 12v62Z'],
  ],
  // Drawing for an empty list of muted users: a bell with a line across it.
  muted: [
    ['brass', 'M44 86c8-8 8-18 8-30 0-18 12-30 28-30s28 12 28 30c0 12 0 22 8 30Z'],
    ['spark', `M76 18h8v10h-8Z${dot(80, 94, 8)}`],
    ['line', 'M40 26l80 74M122 12h14l-14 16h14'],
  ],
  // Drawing for an empty list of hidden users: a covered picture.
  hidden: [
    ['green', arch(46, 68, 94)],
    ['paper', arch(54, 52, 80)],
    ['red', 'M40 20c26-14 54-14 80 0v60c-8 6-12 2-20 6s-14-2-20 2-12-2-20 2-14-4-20-6Z'],
    ['dark', 'M62 24c-2 20-2 40 0 60h2c-2-20-2-40 0-60ZM98 24c2 20 2 40 0 60h-2c2-20 2-40 0-60Z'],
  ],
  // Drawing for an empty list of payments: a receipt.
  payments: [
    ['paper', 'M50 10h60v94l-10-6-10 6-10-6-10 6-10-6-10 6Z'],
    ['line', 'M62 28h36M62 42h36M62 56h20'],
    ['brass', dot(112, 76, 18)],
    ['dark', paw(112, 75, 0.8)],
  ],
  // Drawing for an empty list of reports, appeals or moderation decisions: balanced scales.
  decisions: [
    ['dark', 'M78 30h4v70h-4ZM60 100h40v6H60Z'],
    ['line', 'M42 38h76M42 38 28 70M42 38 56 70M118 38 104 70M118 38 132 70'],
    ['green', 'M24 70h36a18 18 0 0 1-36 0Z'],
    ['brass', 'M100 70h36a18 18 0 0 1-36 0Z'],
    ['spark', dot(80, 30, 7)],
  ],
  // Drawing for a deleted post: a nail in the wall, and a dashed outline in place of the picture.
  gone: [
    ['dark', dot(80, 8, 3)],
    ['line', 'M80 8 58 30M80 8l22 22'],
    ['dash', arch(46, 68, 82)],
    ['well', paw(80, 72, 1.3)],
  ],
  // Drawing for an empty list of mentions: a speech bubble with an @ sign.
  mentions: [
    ['paper', 'M36 20h88a8 8 0 0 1 8 8v46a8 8 0 0 1-8 8H78L58 104V82H36a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8Z'],
    ['line', 'M92 51a12 12 0 1 0-5 10M92 39v16a7 7 0 0 0 14 0v-4a26 26 0 1 0-12 22'],
  ],
  // Drawing for an invitation link that no longer works: a broken chain.
  link: [
    [
      'line',
      'M66 78l-12 12a17 17 0 0 1-24-24l18-18a17 17 0 0 1 24 0M94 42l12-12a17 17 0 0 1 24 24l-18 18a17 17 0 0 1-24 0',
    ],
    ['spark', 'M74 28l4 12-8-3ZM86 92l-4-12 8 3ZM96 84l10 8-11-1Z'],
  ],
} satisfies Record<string, Shapes>

export type EmptyStateDrawingName = keyof typeof emptyStateDrawings
