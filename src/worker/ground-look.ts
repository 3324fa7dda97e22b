import type { NamePlace } from '../rules/street-names.ts'
import type { MapLook } from '../sync/device/map-jobs.ts'

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
export const nameFont = (scale: number): string => `500 ${13 * scale}px ${family}`
export const numberFont = (scale: number): string => `${12 * scale}px ${family}`

/** The width of a street (layout pixels). */
export const streetWidth = (zoom: number): number => Math.max(1, Math.min(22, 1.25 * 1.62 ** (zoom - 13)))

/** Writes names at their places (pixels of the tile), with an outline in the colour of a street. */
export function drawNames(
  paint: OffscreenCanvasRenderingContext2D,
  names: readonly NamePlace[],
  { scale, look }: { scale: number; look: MapLook },
): void {
  paint.font = nameFont(scale)
  paint.textAlign = 'center'
  paint.textBaseline = 'middle'
  paint.lineJoin = 'round'
  paint.lineWidth = 4 * scale
  paint.strokeStyle = look.street
  paint.fillStyle = look.name
  for (const { name, x, y, angle } of names) {
    paint.save()
    paint.translate(x, y)
    paint.rotate(angle)
    paint.strokeText(name, 0, 0)
    paint.fillText(name, 0, 0)
    paint.restore()
  }
}
