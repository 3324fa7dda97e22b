import Icon from 'ol/style/Icon.js'

/**
 * A mark's picture on the map. It is its own picture for hit tests: the library would first read a pixel back from each
 * canvas to find out whether it may.
 */
export class MarkIcon extends Icon {
  override getHitDetectionImage() {
    return this.getImage(1)
  }
}
