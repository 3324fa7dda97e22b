import sharp from 'sharp'
import { wallTimeOf } from '../../rules/dates.ts'
import type { Chance } from './random.ts'

/** The subjects of pictures of the demo town. */
export const scenes = [
  'house',
  'peeling wall',
  'broken window',
  'tall grass',
  'leaking sink',
  'smoke alarm',
  'rubbish',
  'porch',
  'damp corner',
  'outlet',
] as const
export type Scene = (typeof scenes)[number]

/** The time and place of a picture in its EXIF data. */
interface Taken {
  at: Date
  zone: string
  lat: number
  lng: number
}

const WIDTH = 1200
const HEIGHT = 900

/** Draws a scene with a caption, as a JPEG with a phone's size and EXIF data. */
export const drawPicture = async (scene: Scene, caption: string, taken: Taken, chance: Chance): Promise<Buffer> => {
  const time = wallTimeOf(taken.at, taken.zone).replace('T', ' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1200 900">
    ${drawings[scene](chance)}
    <rect y="830" width="1200" height="70" fill="#101418" fill-opacity="0.75"/>
    <text x="24" y="878" font-family="sans-serif" font-size="30" fill="#f4f1ea">${escaped(short(caption))}</text>
    <text x="1176" y="878" font-family="sans-serif" font-size="28" fill="#ffc857" text-anchor="end">${time}</text>
  </svg>`
  const exifTime = `${time.replaceAll('-', ':')}:00`
  return sharp(Buffer.from(svg))
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'CodeSoft', Model: 'Demo camera', DateTime: exifTime },
      IFD2: { DateTimeOriginal: exifTime },
      IFD3: {
        GPSLatitudeRef: taken.lat < 0 ? 'S' : 'N',
        GPSLatitude: degrees(taken.lat),
        GPSLongitudeRef: taken.lng < 0 ? 'W' : 'E',
        GPSLongitude: degrees(taken.lng),
      },
    })
    .toBuffer()
}

/** '39/1 14/1 2760/100': degrees, minutes and seconds as fractions. */
const degrees = (value: number): string => {
  const seconds = Math.round(Math.abs(value) * 360_000)
  return `${Math.floor(seconds / 360_000)}/1 ${Math.floor((seconds % 360_000) / 6000)}/1 ${seconds % 6000}/100`
}

/** The part of the caption that fits beside the time. */
const short = (caption: string) => (caption.length > 52 ? `${caption.slice(0, 51)}…` : caption)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
const blob = (x: number, y: number, size: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.7}" fill="${fill}" ${more}/>`
const line = (path: string, stroke: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

const outdoors = (chance: Chance) =>
  rect(0, 0, 1200, 520, chance.pick(['#a9c9e8', '#c3d3de', '#9db8d1'])) +
  blob(chance.between(100, 1100), chance.between(60, 160), 130, '#ffffff', 'fill-opacity="0.6"') +
  rect(0, 520, 1200, 380, chance.pick(['#6f9453', '#7d8f55', '#5f8650']))
const indoors = (chance: Chance) =>
  rect(0, 0, 1200, 900, chance.pick(['#e6ddcb', '#d9dde0', '#e9d9d0'])) + rect(0, 700, 1200, 200, '#9a7f63')
const facade = (chance: Chance) => chance.pick(['#b5533c', '#c9b28a', '#7f8fa6', '#d8d3c4'])

const house = (chance: Chance) =>
  outdoors(chance) +
  rect(280, 330, 640, 400, facade(chance)) +
  '<path d="M240 340 L600 130 L960 340 Z" fill="#4a3b34"/>' +
  rect(540, 520, 120, 210, '#3b2a20') +
  times(2, (at) => rect(340 + at * 400, 420, 120, 120, '#dceaf5', 'stroke="#fff" stroke-width="10"')) +
  `<text x="600" y="500" font-family="sans-serif" font-size="44" text-anchor="middle" fill="#fff">${chance.between(100, 9900)}</text>`

const drawings: Record<Scene, (chance: Chance) => string> = {
  house,
  'peeling wall': (chance) =>
    rect(0, 0, 1200, 900, '#d9cfb4') +
    times(12, (at) => line(`M0 ${at * 75} L1200 ${at * 75}`, '#b9ae92', 4)) +
    times(60, () =>
      blob(
        chance.between(50, 1150),
        chance.between(40, 800),
        chance.between(8, 60),
        chance.pick(['#8a7a5c', '#a08f6d', '#6e5f47']),
      ),
    ),
  'broken window': (chance) =>
    rect(0, 0, 1200, 900, '#9a4f3d') +
    rect(250, 120, 700, 640, '#f3efe6') +
    rect(290, 160, 620, 560, '#1f2d3a') +
    times(9, (at) =>
      line(
        `M600 440 L${chance.between(300, 900)} ${at % 2 ? chance.between(170, 300) : chance.between(560, 710)}`,
        '#cfe3f0',
        5,
      ),
    ) +
    blob(600, 440, 70, '#0b1218') +
    rect(590, 160, 20, 560, '#f3efe6'),
  'tall grass': (chance) =>
    outdoors(chance) +
    times(160, (at) =>
      line(
        `M${at * 8} 900 q ${chance.between(-30, 30)} -${chance.between(120, 260)} ${chance.between(-40, 40)} -${chance.between(260, 420)}`,
        chance.pick(['#4d7a35', '#6b9440', '#83a34c', '#3d642c']),
        7,
      ),
    ),
  'leaking sink': (chance) =>
    indoors(chance) +
    rect(240, 330, 720, 260, '#f5f7f8', 'rx="40"') +
    rect(570, 170, 60, 190, '#9fa8ad') +
    line('M600 590 L600 680 q 0 40 60 40 L760 720', '#8b9297', 34) +
    times(7, () =>
      blob(chance.between(480, 820), chance.between(740, 810), chance.between(20, 60), '#7fb3d5', 'fill-opacity="0.7"'),
    ),
  'smoke alarm': (chance) =>
    rect(0, 0, 1200, 900, chance.pick(['#efece4', '#e4e6e8'])) +
    '<circle cx="600" cy="420" r="210" fill="#fafafa" stroke="#c4c0b8" stroke-width="14"/>' +
    times(3, (at) => line(`M${540 + at * 60} 360 L${540 + at * 60} 480`, '#b3afa6', 12)) +
    line(`M600 630 q ${chance.between(-60, 60)} 70 20 130`, '#b3382c', 8),
  rubbish: (chance) =>
    outdoors(chance) +
    times(26, () =>
      blob(
        chance.between(150, 1050),
        chance.between(560, 790),
        chance.between(40, 95),
        chance.pick(['#23272b', '#3b4046', '#5a3f2c', '#8f8f86']),
      ),
    ) +
    rect(170, 430, 190, 260, '#2f6b4f'),
  porch: (chance) =>
    outdoors(chance) +
    rect(120, 80, 960, 470, facade(chance)) +
    times(6, (at) => rect(150 + at * 170, 300, 26, 250, at === chance.between(1, 4) ? '#5b4a3a' : '#f1ede2')) +
    times(5, (at) => rect(260, 560 + at * 56, 680, 46, at === 2 ? '#3f342a' : '#a98c68')),
  'damp corner': (chance) =>
    indoors(chance) +
    '<path d="M600 0 L600 700 L0 830 L0 0 Z" fill="#000" fill-opacity="0.08"/>' +
    times(70, () =>
      blob(
        600 + chance.between(-330, 330),
        chance.between(0, 320),
        chance.between(6, 38),
        chance.pick(['#39423a', '#55604f', '#2c302a']),
        'fill-opacity="0.65"',
      ),
    ),
  outlet: (chance) =>
    rect(0, 0, 1200, 900, '#cfd8dc') +
    rect(440, 230, 320, 440, '#fdfdfb', 'rx="30"') +
    times(2, (at) => rect(540, 310 + at * 180, 24, 80, '#333') + rect(636, 310 + at * 180, 24, 80, '#333')) +
    times(14, () =>
      blob(chance.between(470, 730), chance.between(260, 480), chance.between(14, 50), '#2a2320', 'fill-opacity="0.5"'),
    ),
}
