/** One whole inspection: 2 units, 6 areas, 12 observations, 20 photos, 1 violation, complete. Every text is unique. */

export const units = ['1', '2']

export const areas = ['Kitchen', 'Hall', 'Porch'].flatMap((name) =>
  units.map((unit) => ({ name: `${name} of ${unit}`, unit })),
)

export const observations = Array.from({ length: 12 }, (_, n) => ({
  content: `Rotten step ${n + 1}`,
  area: areas[n % areas.length]?.name ?? '',
  // The first eight observations have two pictures, the others one.
  photos: n < 8 ? [2 * n, 2 * n + 1] : [8 + n],
}))

export const endStatus = 'Completed'

/** Records of the town before the inspection: the ids that an inspector needs. */
export interface Town {
  addressId: number
  inspectionId: number
  userId: number
  token: string
  /** A small JPEG that all pictures are made from. */
  jpeg: Uint8Array
}

/** Picture `n`: a JPEG with a comment of its own, as taken by the camera or as sent. */
export function pictureOf(jpeg: Uint8Array, n: number, part: 'original' | 'web' | 'thumb'): Uint8Array {
  const words = Buffer.from(`picture ${n}, ${part}${part === 'original' ? '.'.repeat(500) : ''}`)
  const comment = Buffer.from([0xff, 0xfe, (words.length + 2) >> 8, (words.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), comment, words, jpeg.subarray(2)])
}

/** The picture that these bytes belong to. */
export const pictureIn = (bytes: ArrayBuffer): number =>
  Number(/picture (\d+),/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? -1)
