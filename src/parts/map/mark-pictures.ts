import type { MarkColours } from './map-colours.ts'
import type { MarkKind } from './mark.ts'

/**
 * The shape of each kind in a box of size 1, so that colour is never the only sign: a disc, a triangle, a square, a
 * pin.
 */
const shapes: Record<MarkKind, (paint: CanvasRenderingContext2D) => void> = {
  stop: (paint) => paint.arc(0.5, 0.5, 0.36, 0, Math.PI * 2),
  violation(paint) {
    paint.moveTo(0.5, 0.1)
    paint.lineTo(0.93, 0.84)
    paint.lineTo(0.07, 0.84)
    paint.closePath()
  },
  complaint: (paint) => paint.rect(0.18, 0.18, 0.64, 0.64),
  // Its tip is at the address.
  address(paint) {
    paint.moveTo(0.5, 0.5)
    paint.lineTo(0.28, 0.22)
    paint.arc(0.5, 0.2, 0.2, Math.PI, 0)
    paint.closePath()
  },
}

/** The size of a mark (layout pixels). */
const size = { plain: 26, chosen: 38, pin: 72 } as const

/**
 * Pictures of the marks, each drawn once. The map library could draw text itself, but it uses HTML for that, which the
 * app's policy refuses.
 */
class MarkPictures {
  readonly #made = new Map<string, HTMLCanvasElement>()
  readonly #colours: MarkColours
  readonly #ratio: number

  constructor(ratio: number, colours: MarkColours) {
    this.#colours = colours
    this.#ratio = ratio
  }

  mark(kind: MarkKind, isChosen: boolean): HTMLCanvasElement {
    return this.#once(
      `${kind} ${isChosen}`,
      kind === 'address' ? size.pin : isChosen ? size.chosen : size.plain,
      (paint, edge) => {
        paint.scale(edge, edge)
        paint.beginPath()
        shapes[kind](paint)
        paint.lineJoin = 'round'
        paint.lineWidth = kind === 'address' ? 0.06 : 0.16
        paint.strokeStyle = this.#colours.ring
        paint.stroke()
        paint.fillStyle = this.#colours[kind]
        paint.fill()
        if (!isChosen) return
        paint.lineWidth = 0.05
        paint.strokeStyle = this.#colours.group
        paint.stroke()
      },
    )
  }

  /** Several marks at one place: their number, with the shapes of their kinds below it. */
  group(count: number, kinds: readonly MarkKind[]): HTMLCanvasElement {
    const edge = count < 10 ? 36 : count < 100 ? 42 : 50
    return this.#once(`group ${count} ${kinds}`, edge, (paint) => {
      paint.beginPath()
      paint.arc(edge / 2, edge / 2, edge / 2 - 2, 0, Math.PI * 2)
      paint.fillStyle = this.#colours.ring
      paint.fill()
      paint.lineWidth = 2.5
      paint.strokeStyle = this.#colours.group
      paint.stroke()
      paint.fillStyle = this.#colours.group
      paint.font = `650 ${edge * 0.36}px system-ui, sans-serif`
      paint.textAlign = 'center'
      paint.textBaseline = 'middle'
      paint.fillText(String(count), edge / 2, edge * 0.42)
      const small = edge * 0.21
      for (const [at, kind] of kinds.entries()) {
        paint.save()
        paint.translate(edge / 2 + (at - kinds.length / 2) * small, edge * 0.6)
        paint.scale(small, small)
        paint.beginPath()
        shapes[kind](paint)
        paint.fillStyle = this.#colours[kind]
        paint.fill()
        paint.restore()
      }
    })
  }

  /** The person's position. */
  here(): HTMLCanvasElement {
    return this.#once('here', 24, (paint, edge) => {
      paint.beginPath()
      paint.arc(edge / 2, edge / 2, 8, 0, Math.PI * 2)
      paint.fillStyle = this.#colours.ring
      paint.fill()
      paint.lineWidth = 4
      paint.strokeStyle = this.#colours.stop
      paint.stroke()
    })
  }

  #once(name: string, edge: number, draw: (paint: CanvasRenderingContext2D, edge: number) => void): HTMLCanvasElement {
    const made = this.#made.get(name)
    if (made) return made
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.round(edge * this.#ratio)
    const paint = canvas.getContext('2d')
    paint?.scale(canvas.width / edge, canvas.width / edge)
    if (paint) draw(paint, edge)
    this.#made.set(name, canvas)
    return canvas
  }
}

const known = new Map<string, MarkPictures>()

/**
 * The pictures in a resolution and colours, the same for all maps: the library keeps every picture that it has shown,
 * so pictures of each map’s own would add up.
 */
export function picturesFor(ratio: number, colours: MarkColours): MarkPictures {
  const key = JSON.stringify([ratio, colours])
  const pictures = known.get(key) ?? new MarkPictures(ratio, colours)
  known.set(key, pictures)
  return pictures
}
