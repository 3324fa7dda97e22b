import sharp from 'sharp'

/** A picture of a screen as the window shows it, for the sheet. */
export interface Tile {
  label: string
  png: Buffer
}

const GAP = 20
const LABEL = 34
/** Space for the title above all. */
const HEAD = 72
const ground = '#8d9693'

const text = (words: string, x: number, y: number, size: number, weight = 400) =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}" fill="#101614">${words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</text>`

/**
 * Lays the pictures of one size side by side, each under its name, as a PNG somewhat wider than it is high. `width` is
 * that of a tile (px); all tiles are as high as the window was.
 */
export async function sheetOf(
  title: string,
  tiles: readonly Tile[],
  { width, window }: { width: number; window: { width: number; height: number } },
): Promise<Buffer> {
  const height = Math.round((width * window.height) / window.width)
  const [cellWidth, cellHeight] = [width + GAP, height + LABEL + GAP]
  const columns = Math.min(
    tiles.length,
    Math.max(1, Math.round(Math.sqrt((tiles.length * cellHeight * 1.5) / cellWidth))),
  )
  const rows = Math.ceil(tiles.length / columns)
  const place = (at: number) => ({
    left: GAP + (at % columns) * cellWidth,
    top: HEAD + LABEL + Math.floor(at / columns) * cellHeight,
  })
  const [wide, high] = [GAP + columns * cellWidth, HEAD + rows * cellHeight]
  // Text that does not fit above a tile is cut off there.
  const longest = Math.floor(width / 8)
  const labels = tiles.map(({ label }, at) => {
    const { left, top } = place(at)
    return text(label.length > longest ? `${label.slice(0, longest - 1)}…` : label, left, top - 9, 15)
  })
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${text(title, GAP, 46, 30, 700)}${labels.join('')}</svg>`
  const pictures = await Promise.all(
    tiles.map(async ({ png }, at) => ({
      input: await sharp(png).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer(),
      ...place(at),
    })),
  )
  return sharp({ create: { width: wide, height: high, channels: 3, background: ground } })
    .composite([{ input: Buffer.from(words), left: 0, top: 0 }, ...pictures])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}
