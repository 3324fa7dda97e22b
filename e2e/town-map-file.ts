import { zxyToTileId } from 'pmtiles'

/** A town's own map with water all over it and one road, on every zoom to 14 around a place: a file of PMTiles. */
export function townMapFile({ latitude, longitude }: { latitude: number; longitude: number }): Buffer {
  const tile = tileOfWater()
  const ids = Array.from({ length: 15 }, (_, zoom) => tilesAround(zoom, { latitude, longitude })).flat()
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  const deltas = sorted.map((id, at) => id - (sorted[at - 1] ?? 0))
  const same = (value: number) => sorted.flatMap(() => varint(value))
  // All tiles are one and the same.
  const directory = Buffer.from([
    ...varint(sorted.length),
    ...deltas.flatMap(varint),
    ...same(1),
    ...same(tile.length),
    ...same(1),
  ])
  const metadata = Buffer.from(JSON.stringify({ attribution: '<a href="https://town.example">&copy; Town survey</a>' }))
  const head = Buffer.alloc(127)
  head.write('PMTiles', 0, 'latin1')
  head[7] = 3
  const places = [127, directory.length, 127 + directory.length, metadata.length, 0, 0]
  places.push(127 + directory.length + metadata.length, tile.length, sorted.length, sorted.length, 1)
  for (const [at, value] of places.entries()) head.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  // Clustered; nothing is compressed; vector tiles from zoom 0 to 14.
  head.set([1, 1, 1, 1, 0, 14], 96)
  const bounds = [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1]
  for (const [at, degrees] of bounds.entries()) head.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4)
  return Buffer.concat([head, directory, metadata, tile])
}

function tilesAround(zoom: number, { latitude, longitude }: { latitude: number; longitude: number }): number[] {
  const count = 2 ** zoom
  const radians = (latitude * Math.PI) / 180
  const column = Math.floor(((longitude + 180) / 360) * count)
  const row = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count)
  const near = [-2, -1, 0, 1, 2]
  return near.flatMap((dx) =>
    near.flatMap((dy) => {
      const [x, y] = [column + dx, row + dy]
      return x < 0 || y < 0 || x >= count || y >= count ? [] : [zxyToTileId(zoom, x, y)]
    }),
  )
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
const field = (number: number, bytes: number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const number = (name: number, value: number): number[] => [...varint(name * 8), ...varint(value)]
const text = (words: string): number[] => [...Buffer.from(words)]
const zigzag = (value: number): number[] => varint(value < 0 ? -value * 2 - 1 : value * 2)

/** A vector tile: water from edge to edge, a road from west to east through the middle. */
function tileOfWater(): Buffer {
  const moveTo = [9]
  const lineTo = (count: number) => varint(count * 8 + 2)
  const square = [
    ...moveTo,
    ...zigzag(0),
    ...zigzag(0),
    ...lineTo(3),
    ...[4096, 0, 0, 4096, -4096, 0].flatMap(zigzag),
    15,
  ]
  const road = [...moveTo, ...zigzag(0), ...zigzag(2048), ...lineTo(1), ...zigzag(4096), ...zigzag(0)]
  const layer = (name: string, type: number, geometry: number[]) =>
    field(3, [
      ...number(15, 2),
      ...field(1, text(name)),
      ...field(2, [...number(3, type), ...field(4, geometry)]),
      ...number(5, 4096),
    ])
  return Buffer.from([...layer('water', 3, square), ...layer('roads', 2, road)])
}
