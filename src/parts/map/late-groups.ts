import type { Extent } from 'ol/extent.js'
import type Feature from 'ol/Feature.js'
import type Point from 'ol/geom/Point.js'
import type Projection from 'ol/proj/Projection.js'
import Cluster from 'ol/source/Cluster.js'

/** Groups prepared in one task. */
const atOnce = 6

/**
 * Groups of marks that follow a change of zoom in tasks of their own. The library forms the groups and draws their
 * pictures in the frame that ends the zoom, which on a slow phone takes longer than a tap may wait. Until the new
 * groups are ready, the old ones are shown.
 */
export class LateGroups extends Cluster<Feature<Point>> {
  /** Draws what a group needs to be shown. */
  readonly #prepare: (group: Feature) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ConstructorParameters<typeof Cluster<Feature<Point>>>[0], prepare: (group: Feature) => void) {
    super(options)
    this.#prepare = prepare
  }

  override loadFeatures(extent: Extent, resolution: number, projection: Projection): void {
    if (this.resolution === undefined || this.getFeatures().length === 0) {
      super.loadFeatures(extent, resolution, projection)
      return
    }
    if (resolution === this.resolution) return
    this.resolution = resolution
    this.#after(() => {
      this.features = []
      this.cluster()
      // A copy, because the library empties its own array.
      this.#show([...this.features], 0)
    })
  }

  /** The marks have changed. The constructor of the library calls it too, before this class has its fields. */
  override refresh(): void {
    if (#timer in this) clearTimeout(this.#timer)
    super.refresh()
  }

  #show(groups: Feature[], from: number): void {
    for (const group of groups.slice(from, from + atOnce)) this.#prepare(group)
    if (from + atOnce < groups.length) {
      this.#after(() => this.#show(groups, from + atOnce))
      return
    }
    this.clear()
    this.features.push(...groups)
    this.addFeatures(groups)
  }

  #after(act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, 0)
  }

  override disposeInternal(): void {
    clearTimeout(this.#timer)
    super.disposeInternal()
  }
}
