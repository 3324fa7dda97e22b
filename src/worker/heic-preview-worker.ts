import libheif, { type HeifDecoder, type HeifImage } from 'libheif-js/libheif-wasm/libheif.js'
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { fileKindOf, kindBytes, mediaTypeOf } from '../rules/file-kind.ts'
import { fitted, type Size } from '../rules/photo-size.ts'
import { mayUnpack, previewLimits } from '../rules/preview.ts'
import { answerPreviews, jpegOf, PreviewRefusal, partOfBuild, whiteCanvas } from './preview-answer.ts'

let last: ArrayBuffer | null = null

/** Draws HEIC pictures: with the browser's own decoder if it has one (Safari), else with libheif. */
answerPreviews(async ({ bytes, size }) => {
  last = bytes ?? last
  if (!last) throw new Error('No file was sent')
  const picture = (await nativePicture(last)) ?? (await unpacked(last))
  const { width, height } = fitted(picture, previewLimits.edge[size])
  const { canvas, context } = whiteCanvas(width, height)
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { jpeg: await jpegOf(canvas), pages: 1 }
})

/** Null if this browser cannot decode HEIC, or not this file. An office may answer with a JPEG made from it. */
const nativePicture = async (bytes: ArrayBuffer): Promise<ImageBitmap | null> => {
  try {
    const kind = fileKindOf(new Uint8Array(bytes, 0, Math.min(kindBytes, bytes.byteLength))) ?? 'heic'
    return await createImageBitmap(new Blob([bytes], { type: mediaTypeOf[kind] }))
  } catch {
    return null
  }
}

let decoder: HeifDecoder | null = null

/** Started once; its code is a separate file. It frees a file when it gets the next one. */
const startedDecoder = async (): Promise<HeifDecoder> => {
  decoder ??= new (libheif({ wasmBinary: await partOfBuild(wasm) }).HeifDecoder)()
  return decoder
}

const unpacked = async (bytes: ArrayBuffer): Promise<ImageBitmap> => {
  const images = (await startedDecoder()).decode(bytes)
  try {
    const image = images.find((it) => it.is_primary()) ?? images[0]
    if (!image) throw new PreviewRefusal('unreadable', 'There is no picture in the file')
    const size = { width: image.get_width(), height: image.get_height() }
    if (!mayUnpack(size)) throw new PreviewRefusal('tooLarge', `${size.width} x ${size.height}`)
    return await createImageBitmap(await pixelsOf(image, size))
  } finally {
    for (const image of images) image.free()
  }
}

/** The library itself turns the picture upright. */
const pixelsOf = (image: HeifImage, { width, height }: Size): Promise<ImageData> =>
  new Promise((resolve, reject) => {
    image.display(new ImageData(width, height), (drawn) =>
      drawn ? resolve(drawn) : reject(new PreviewRefusal('unreadable', 'The picture cannot be unpacked')),
    )
  })
