import { boundingExtent } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import { defaults as interactions } from 'ol/interaction/defaults.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import Cluster from 'ol/source/Cluster.js'
import ImageTile from 'ol/source/ImageTile.js'
import VectorSource from 'ol/source/Vector.js'
import Style from 'ol/style/Style.js'
import { createXYZ } from 'ol/tilegrid.js'
import View from 'ol/View.js'
import { type Extent, spotOf } from '../../rules/mercator.ts'
import type { Point as Place } from '../../rules/point.ts'
import type { TownMap } from '../../sync/online/town-map.ts'
import { LateGroups } from './late-groups.ts'
import { type MapColours, paperColours, screenColours } from './map-colours.ts'
import type { Mark, MarkKind } from './mark.ts'
import { MarkIcon } from './mark-icon.ts'
import { picturesFor } from './mark-pictures.ts'

/** The edge of a tile in layout pixels. A worker draws tiles, and a few large ones need fewer messages. */
const tileEdge = 512
const zooms = { least: 8, most: 19, fit: 17 } as const
/** Tiles kept besides the visible ones: each takes up to 4 MB. */
const keptTiles = 16
/** Marks closer together than this are one group (layout pixels). */
const groupPixels = 44
/** A finger is imprecise: a tap this far beside a mark still counts (layout pixels). */
const fingerPixels = 10
const edgePixels = 48

interface Settings {
  town: TownMap
  /** Identifies the source of the streets. */
  ground: string
  /** The area with streets; null if there are none. */
  extent: Extent | null
  /** A picture that links to the whole map: nothing in it can be moved or chosen. */
  isStill: boolean
  /** In the colours of paper, whatever the app's look. */
  isPaper: boolean
  onChoose(keys: string[]): void
}

/** A map in an element: the streets of the town, with marks. Only this class uses the map library. */
export class DrawnMap {
  readonly #map: OlMap
  readonly #settings: Settings
  readonly #ratio: number
  readonly #marks = new VectorSource<Feature<Point>>()
  readonly #here = new VectorSource<Feature<Point>>()
  readonly #ground = new TileLayer({ cacheSize: keptTiles, preload: 0 })
  readonly #watch = new MutationObserver(() => this.#dress())
  readonly #marksLayer: VectorLayer
  #pictures: ReturnType<typeof picturesFor>
  readonly #styles = new WeakMap<HTMLCanvasElement, Style>()
  #chosen = new Set<string>()
  #groundName: string
  /** Whether the person has moved the map. Then it stays in place when records are added or removed. */
  #wasMoved = false

  constructor(target: HTMLElement, settings: Settings) {
    this.#settings = settings
    this.#groundName = settings.ground
    // Paper has a higher resolution than a screen.
    this.#ratio = settings.isPaper ? 2 : Math.min(2, Math.ceil(devicePixelRatio))
    this.#pictures = picturesFor(this.#ratio, this.#colours().marks)
    const grouping = { source: this.#marks, distance: groupPixels, minDistance: groupPixels / 2 }
    const groups =
      settings.isStill || settings.isPaper
        ? new Cluster<Feature<Point>>(grouping)
        : new LateGroups(grouping, (group) => this.#styleOf(marksIn(group)))
    this.#marksLayer = new VectorLayer({ source: groups, style: (group) => this.#styleOf(marksIn(group)) })
    const here = new VectorLayer({
      source: this.#here,
      style: () => this.#styleWith(this.#pictures.here(), 0),
    })
    this.#map = new OlMap({
      target,
      controls: [],
      interactions: settings.isStill ? [] : interactions({ altShiftDragRotate: false, pinchRotate: false }),
      layers: [this.#ground, this.#marksLayer, here],
      pixelRatio: this.#ratio,
      // Only whole zoom levels: a picture of streets and names is sharp only at its own size. On paper the map fills
      // the frame instead.
      view: new View({
        minZoom: zooms.least,
        maxZoom: zooms.most,
        constrainResolution: !settings.isPaper,
        enableRotation: false,
      }),
    })
    for (const moves of ['pointerdown', 'wheel', 'keydown'])
      target.addEventListener(moves, () => {
        this.#wasMoved = true
      })
    this.#map.on('click', ({ pixel }) => this.#tap(pixel))
    this.#dress()
    this.#watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
  }

  /** Replaces the marks on the map. */
  show(marks: readonly Mark[]): void {
    this.#marks.clear(true)
    this.#marks.addFeatures(
      marks.map(({ key, kind, point }) => {
        const { x, y } = spotOf(point)
        const feature = new Feature(new Point([x, y]))
        feature.setProperties({ key, kind }, true)
        return feature
      }),
    )
    if (!this.#wasMoved) this.fit()
  }

  /** Redraws the streets if their source has changed. */
  drawFrom(ground: string): void {
    if (ground === this.#groundName) return
    this.#groundName = ground
    this.#dress()
  }

  /** Shows all marks, or the whole town if there are none. */
  fit(isSlow = false): void {
    this.#wasMoved = false
    const extent = this.#marks.isEmpty() ? olExtent(this.#settings.extent) : this.#marks.getExtent()
    if (extent) this.#fit(extent, isSlow)
  }

  /** Highlights marks. */
  choose(keys: readonly string[]): void {
    this.#chosen = new Set(keys)
    this.#marksLayer.changed()
  }

  /** Shows the person's position and centres the map on it. */
  standAt(place: Place): void {
    const { x, y } = spotOf(place)
    this.#here.clear(true)
    this.#here.addFeature(new Feature(new Point([x, y])))
    this.goTo(place)
  }

  /** Shows a place that was chosen beside the map. */
  goTo(place: Place): void {
    const { x, y } = spotOf(place)
    this.#wasMoved = true
    this.#map.getView().animate({ center: [x, y], zoom: Math.max(zooms.fit, this.#zoom()), duration: moveMs() })
  }

  zoomBy(steps: number): void {
    this.#wasMoved = true
    this.#map.getView().animate({ zoom: this.#zoom() + steps, duration: moveMs() })
  }

  /** Ends the map and frees its memory. */
  end(): void {
    this.#watch.disconnect()
    this.#map.setTarget(undefined)
    this.#map.dispose()
  }

  /** The visible part of the map; null while it shows no place, because it has neither marks nor streets. */
  get view(): Extent | null {
    const view = this.#map.getView()
    if (!view.isDef()) return null
    const [left = 0, bottom = 0, right = 0, top = 0] = view.calculateExtent(this.#map.getSize())
    return { left, bottom, right, top }
  }

  /** Shows a part of the map, and calls back once all of it is drawn. */
  showPart(part: Extent, drawn: () => void): void {
    this.#wasMoved = true
    this.#map.getView().fit([part.left, part.bottom, part.right, part.top], { maxZoom: zooms.most })
    this.#map.once('rendercomplete', drawn)
  }

  #colours = (): MapColours => (this.#settings.isPaper ? paperColours : screenColours())

  #zoom = () => this.#map.getView().getZoom() ?? zooms.fit

  #fit(extent: number[], isSlow: boolean, maxZoom: number = zooms.fit): void {
    const edge = this.#settings.isStill ? edgePixels / 2 : edgePixels
    const padding = [edge, edge, edge, edge]
    this.#map.getView().fit(extent, { padding, maxZoom, duration: isSlow ? moveMs() : 0 })
  }

  /** Applies the colours of the app's current look. */
  #dress(): void {
    const { marks, ground: look } = this.#colours()
    this.#pictures = picturesFor(this.#ratio, marks)
    this.#marksLayer.changed()
    if (this.#settings.extent === null) return
    const pixels = tileEdge * this.#ratio
    this.#ground.setSource(
      new ImageTile({
        tileGrid: createXYZ({ tileSize: tileEdge, maxZoom: zooms.most }),
        tileSize: pixels,
        transition: 0,
        wrapX: false,
        loader: (zoom, x, y) => this.#settings.town.tile({ zoom, x, y, pixels, scale: this.#ratio, look }),
      }),
    )
  }

  #styleOf(marks: readonly Feature[]): Style {
    const [only] = marks
    const kinds = marks.map(kindOf)
    const chosen = marks.find((it) => this.#chosen.has(keyOf(it)))
    const picture =
      marks.length > 1 && !chosen
        ? this.#pictures.group(marks.length, [...new Set(kinds)].sort())
        : this.#pictures.mark(kindOf(chosen ?? only), chosen !== undefined)
    return this.#styleWith(picture, chosen ? 1 : 0)
  }

  /**
   * The library derives more from each style than it shows, such as a picture for hit tests, so each style is made
   * once.
   */
  #styleWith(picture: HTMLCanvasElement, zIndex: number): Style {
    const known = this.#styles.get(picture)
    if (known) return known
    const style = new Style({ image: new MarkIcon({ img: picture, scale: 1 / this.#ratio }), zIndex })
    this.#styles.set(picture, style)
    return style
  }

  #tap(pixel: number[]): void {
    const [group] = this.#map.getFeaturesAtPixel(pixel, {
      hitTolerance: fingerPixels,
      layerFilter: (layer) => layer === this.#marksLayer,
    })
    const marks = group instanceof Feature ? marksIn(group) : []
    const spots = marks.flatMap((it) => {
      const place = it.getGeometry()
      return place instanceof Point ? [place.getCoordinates()] : []
    })
    const extent = boundingExtent(spots)
    const [left = 0, bottom = 0, right = 0, top = 0] = extent
    // A group zooms in to its marks. Marks at one house stay a group and are listed together.
    const isOnePlace = Math.max(right - left, top - bottom) < onePlaceMetres
    if (marks.length > 1 && !isOnePlace && this.#zoom() < zooms.most) {
      this.#fit(extent, true, zooms.most)
      return
    }
    this.#settings.onChoose(marks.filter((it) => kindOf(it) !== 'address').map(keyOf))
  }
}

/** Marks that no zoom level can separate (m). */
const onePlaceMetres = 3

/** The duration of map animations; 0 with reduced motion. */
const moveMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250)

const keyOf = (mark: Feature | undefined): string => String(mark?.get('key') ?? '')
const kindOf = (mark: Feature | undefined): MarkKind => mark?.get('kind') ?? 'stop'

/** The marks in a group of the library. */
function marksIn(group: { get(name: string): unknown }): Feature[] {
  const inside = group.get('features')
  return Array.isArray(inside) ? inside : []
}

const olExtent = (extent: Extent | null) => extent && [extent.left, extent.bottom, extent.right, extent.top]
